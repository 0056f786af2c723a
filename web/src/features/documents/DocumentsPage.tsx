/** /more/documents: what the company gives its people to read, as long as it is current. */
import { useQuery } from '@tanstack/react-query';
import { Download, FileText, Folder } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { localeOf, useFormat } from '../../i18n/format';
import { Button, Card, EmptyState, ErrorState, formatBytes, PageHeader, SkeletonList } from '../../ui';
import { type CompanyDocument, DocumentFields, documentsKey } from './document';
import { useDownload } from './useDownload';

const CurrentDocuments = graphql(
  `
    query CurrentDocuments($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $limit: Int!, $cursor: String) {
      listCompanyDocuments(
        tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, limit: $limit, cursor: $cursor
      ) {
        results { ...DocumentFields }
        links { next }
      }
    }
  `,
  [DocumentFields],
);

export function DocumentsPage({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const documents = useQuery({
    queryKey: [documentsKey, 'current', tenantId, companyId, employeeId],
    queryFn: ({ signal }) =>
      everyRow(async (cursor) => {
        const variables = { tenantId, companyId, employeeId, limit: maximumPageLimit, cursor };
        return (await api.query(CurrentDocuments, variables, signal)).listCompanyDocuments;
      }),
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.documents')} description={t('documents.lead', { company: actor.companyName })} />
      <Card>
        {documents.isPending && <SkeletonList rows={4} />}
        {documents.isError && (
          <ErrorState
            title={t('documents.loadFailed')}
            body={errorText(t, documents.error)}
            onRetry={() => void documents.refetch()}
            retrying={documents.isFetching}
          />
        )}
        {documents.data?.length === 0 && (
          <EmptyState icon={<Folder />} title={t('documents.empty.title')} body={t('documents.empty.body')} />
        )}
        {documents.data && documents.data.length > 0 && <DocumentList actor={actor} documents={documents.data} />}
      </Card>
    </div>
  );
}

function DocumentList({ actor, documents }: { actor: Actor; documents: readonly CompanyDocument[] }) {
  const { t, language } = useText();
  const format = useFormat();
  const download = useDownload(actor);
  return (
    <ul className="-my-4 divide-y divide-line">
      {documents.map(({ id, documentName, fileName, sizeBytes, updatedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
          <span
            aria-hidden
            className="grid size-10 flex-none place-items-center rounded-lg bg-brand-soft text-brand-soft-ink"
          >
            <FileText className="size-5" />
          </span>
          <span className="min-w-0 flex-1 basis-48">
            <span className="block font-medium [overflow-wrap:anywhere]">{documentName}</span>
            <span className="block text-sm text-sub tabular-nums">
              {fileName.split('.').at(-1)?.toUpperCase()} · {formatBytes(sizeBytes, localeOf(language))} ·{' '}
              {format.dayOf(updatedAt, actor.timeZone)}
            </span>
          </span>
          <Button
            variant="secondary"
            size="sm"
            pending={download.isPending && download.variables === id}
            onPress={() => download.mutate(id)}
            icon={<Download aria-hidden className="size-4" />}
            aria-label={t('documents.downloadNamed', { name: documentName })}
          >
            {t('documents.download')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
