/** One page of reports with a search; pressing one opens their card. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { maximumPageLimit, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Avatar,
  Card,
  EmptyState,
  ErrorState,
  Pager,
  SearchField,
  Table,
  type TableColumn,
  useSettled,
} from '../../ui';
import { AreaBadges } from './AreaBadges';
import { ReportCard } from './ReportCard';
import { type Report, ReportFields, teamKey } from './team';

const ListReports = graphql(
  `
    query ListReports(
      $tenantId: ID!, $companyId: ID!, $managerId: ID!, $report: ReportKind, $search: String, $organizationId: ID
      $limit: Int, $cursor: String
    ) {
      listManagersEmployees(
        tenantId: $tenantId, companyId: $companyId, managerId: $managerId, report: $report, search: $search
        organizationId: $organizationId, limit: $limit, cursor: $cursor
      ) {
        results { ...ReportFields }
        links { next previous }
      }
    }
  `,
  [ReportFields],
);

const quietMs = 250;
const searchMaximumCharacters = 100;

type ReportListProps = {
  actor: Actor;
  /** Direct or indirect reports; without it all of them, each once. */
  report?: 'primary' | 'secondary';
  organizationId?: string;
};

export function ReportList({ actor, report, organizationId }: ReportListProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim().slice(0, searchMaximumCharacters), quietMs);
  // A page of one search is none of another: the search is kept beside the cursor it belongs to.
  const [at, setAt] = useState<{ search: string; cursor: string | null }>({ search: '', cursor: null });
  const cursor = at.search === search ? at.cursor : null;
  const [opened, setOpened] = useState<{ report: Report | null; isOpen: boolean }>({ report: null, isOpen: false });

  const list = useQuery({
    queryKey: [teamKey, 'list', tenantId, companyId, report, organizationId, search, cursor],
    queryFn: async ({ signal }) => {
      const variables = {
        tenantId,
        companyId,
        managerId: personId,
        report: report ?? null,
        search: search || null,
        organizationId: organizationId ?? null,
        limit: maximumPageLimit,
        cursor,
      };
      return (await api.query(ListReports, variables, signal)).listManagersEmployees;
    },
    placeholderData: keepPreviousData,
  });

  const hired: TableColumn<Report> = {
    id: 'hired',
    header: t('team.column.hired'),
    cell: ({ currentHireDate }) => (
      <span className="whitespace-nowrap tabular-nums">{format.day(currentHireDate)}</span>
    ),
  };
  const columns: TableColumn<Report>[] = [
    {
      id: 'name',
      header: t('team.column.name'),
      cell: ({ firstName, lastName, employeeCode }) => (
        <span className="flex items-center gap-3">
          <Avatar size="sm" firstName={firstName} lastName={lastName} />
          <span className="min-w-0">
            <span className="block font-medium">
              {lastName}, {firstName}
            </span>
            <span className="block text-sm text-sub tabular-nums">{employeeCode}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'place',
      header: t('team.column.place'),
      cell: ({ departmentName, teamName }) => (
        <span className="block">
          <span className="block">{departmentName ?? '–'}</span>
          <span className="block text-sm text-sub">{teamName}</span>
        </span>
      ),
    },
    // Beside the chart there is room for less.
    ...(organizationId === undefined ? [hired] : []),
    {
      id: 'areas',
      header: t('team.column.areas'),
      cell: (row) => <AreaBadges areas={report === undefined ? [...row.primary, ...row.secondary] : row[report]} />,
    },
  ];

  const isSearching = search !== '';
  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label={t('team.search')}
        placeholder={t('team.search.hint')}
        value={typed}
        onChange={setTyped}
        className="max-w-md"
      />
      <Card flush className="overflow-hidden">
        {list.isError ? (
          <ErrorState
            title={t('team.loadFailed')}
            body={errorText(t, list.error)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <Table
            label={t('page.employees')}
            columns={columns}
            rows={[...(list.data?.results ?? [])]}
            rowKey={({ id }) => id}
            loadingRows={list.data ? undefined : 8}
            onRowPress={(row) => setOpened({ report: row, isOpen: true })}
            empty={
              isSearching ? (
                <EmptyState icon={<SearchX />} title={t('team.noMatch.title')} body={t('team.noMatch.body')} />
              ) : (
                <EmptyState icon={<UsersRound />} title={t('team.empty.title')} body={t('team.empty.body')} />
              )
            }
          />
        )}
      </Card>
      <Pager links={list.data?.links} onTurn={(cursor) => setAt({ search, cursor })} pending={list.isPlaceholderData} />
      {opened.report && (
        <ReportCard
          actor={actor}
          report={opened.report}
          open={opened.isOpen}
          onClose={() => setOpened((before) => ({ ...before, isOpen: false }))}
        />
      )}
    </div>
  );
}
