/** What one of two people may do that the other may not: pages, permissions and applications, place by place, today. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Dialog, EmptyState, ErrorState, FormRow, SkeletonList } from '../../ui';
import { type ChosenPerson, PersonField } from './PersonField';
import { Side } from './RolePreview';
import { CompareRights, isEmptySide, type RightsAtPlace, rolesKey } from './role';

type CompareDialogProps = { open: boolean; onClose: () => void; tenantId: string };

export function CompareDialog({ open, onClose, tenantId }: CompareDialogProps) {
  const { t } = useText();
  const api = useApi();
  const [one, setOne] = useState<ChosenPerson | null>(null);
  const [other, setOther] = useState<ChosenPerson | null>(null);
  const isSame = one !== null && one.id === other?.id;
  const compared = useQuery({
    queryKey: [rolesKey, 'compared', tenantId, one?.id, other?.id],
    queryFn: async ({ signal }) => {
      const both = { tenantId, personId: one?.id ?? '', otherId: other?.id ?? '' };
      return (await api.query(CompareRights, both, signal)).compareRights;
    },
    enabled: one !== null && other !== null && !isSame,
  });
  return (
    <Dialog open={open} onClose={onClose} title={t('roles.compare.title')} size="lg">
      <div className="flex flex-col gap-5">
        <p className="text-sub text-pretty">{t('roles.compare.about')}</p>
        <FormRow>
          <PersonField label={t('roles.compare.one')} tenantId={tenantId} value={one} onChange={setOne} />
          <PersonField
            label={t('roles.compare.other')}
            tenantId={tenantId}
            value={other}
            onChange={setOther}
            error={isSame ? t('roles.compare.same') : undefined}
          />
        </FormRow>
        <div aria-live="polite" className="flex flex-col gap-5">
          {compared.isFetching && !compared.data && <SkeletonList rows={3} />}
          {compared.isError && (
            <ErrorState
              title={t('roles.compare.failed')}
              body={errorText(t, compared.error)}
              onRetry={() => void compared.refetch()}
              retrying={compared.isFetching}
            />
          )}
          {one && other && compared.data && <Places places={compared.data} one={one.name} other={other.name} />}
        </div>
      </div>
    </Dialog>
  );
}

function Places({ places, one, other }: { places: readonly RightsAtPlace[]; one: string; other: string }) {
  const { t } = useText();
  const differing = places.filter(({ onlyOne, onlyOther }) => !isEmptySide(onlyOne) || !isEmptySide(onlyOther));
  if (differing.length === 0)
    return <EmptyState title={t('roles.compare.nothing')} body={t('roles.compare.nothingBody', { one, other })} />;
  return differing.map(({ companyId, companyName, onlyOne, onlyOther }) => (
    <section key={companyId ?? 'tenant'} className="flex flex-col gap-3">
      <h3 className="font-semibold">{companyName ?? t('roles.place.tenant')}</h3>
      <Side title={t('roles.compare.only', { name: one })} side={onlyOne} tone="neutral" />
      <Side title={t('roles.compare.only', { name: other })} side={onlyOther} tone="neutral" />
    </section>
  ));
}
