/** Downloads a batch in the columns of a saved mapping, the way a payroll system has them. */
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, ErrorState, SelectField, Skeleton } from '../../ui';
import { handoverKey, usableMappings } from './handover';

type MappedFilesProps = {
  tenantId: string;
  /** What is being fetched. */
  fetching: string | null;
  onSave: (query: string) => void;
};

export function MappedFiles({ tenantId, fetching, onSave }: MappedFilesProps) {
  const { t } = useText();
  const api = useApi();
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useQuery({
    queryKey: [handoverKey, 'mappings', tenantId],
    queryFn: ({ signal }) => usableMappings(api, tenantId, signal),
  });
  const names = list.data ?? [];
  const name = chosen ?? names[0];
  if (list.data && name === undefined) return null;
  const query = (format: string) => `format=${format}&mapping=${encodeURIComponent(name ?? '')}`;
  return (
    <section aria-label={t('handover.mapped')}>
      <h3 className="mb-1 text-sm font-semibold">{t('handover.mapped')}</h3>
      <p className="mb-3 text-sm text-sub text-pretty">{t('handover.mapped.hint')}</p>
      {list.isPending && <Skeleton className="h-12" />}
      {list.error && (
        <ErrorState
          title={t('handover.mapped.failed')}
          body={errorText(t, list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {name !== undefined && (
        <div className="flex flex-col gap-3">
          <SelectField
            label={t('handover.mapping')}
            options={names.map((value) => ({ value, label: value }))}
            value={name}
            onChange={setChosen}
          />
          <div className="flex flex-wrap gap-2.5">
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                variant="secondary"
                pending={fetching === query(format)}
                onPress={() => onSave(query(format))}
                icon={<Download aria-hidden className="size-4.5" />}
              >
                {t(`handover.mapped.${format}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
