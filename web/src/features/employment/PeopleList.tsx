/** People by name, code, address or username, company, status and sign-in. A row opens the person. */

import { useQuery } from '@tanstack/react-query';
import { LogOut, Mail, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import {
  Badge,
  Button,
  ConsoleList,
  csvText,
  isId,
  oneOf,
  SelectField,
  StatusBadge,
  useKeptFilter,
  useOpened,
  useSettled,
} from '../../ui';
import { AddPersonDialog } from './AddPersonDialog';
import { AddingChoices, choicesOf } from './adding';
import { employmentKey, People, type Person, signIns, statuses } from './employment';
import { InviteDialog } from './InviteDialog';
import { PersonDrawer } from './PersonDrawer';
import { SignOutDialog } from './SignOutDialog';

const quietMs = 250;

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;
const any = 'any';
const isStatus = oneOf(statuses);
const isSignIn = oneOf(signIns);
const tones = { locked: 'bad', inUse: 'ok', invited: 'warn', uninvited: 'neutral' } as const;

export function PeopleList({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), quietMs);
  const [companyId, setCompanyId] = useKeptFilter('admin people company', isId);
  const [status, setStatus] = useKeptFilter('admin people status', isStatus);
  const [signIn, setSignIn] = useKeptFilter('admin people sign-in', isSignIn);
  const { opened, open, close } = useOpened<'person' | 'invite' | 'add' | 'signOut', Person>('person');
  const choices = useQuery({
    queryKey: [employmentKey, 'choices', tenantId],
    queryFn: async ({ signal }) => choicesOf(await api.query(AddingChoices, { tenantId }, signal)),
  });
  const companies = choices.data?.companies ?? [];
  const narrowed = { search, companyId, status, signIn };
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(People, { ...narrowed, cursor, limit: limit ?? null }, signal)).administeredPeople;
  const pages = usePages([employmentKey, 'people', narrowed], load);
  const name = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  return (
    <>
      <ConsoleList
        label={t('employment.people')}
        words={consoleWords(t)}
        rows={pages.rows}
        rowKey={({ personId }) => personId}
        columns={[
          {
            id: 'name',
            header: t('employment.column.name'),
            cell: (row) => <span className="font-medium">{name(row)}</span>,
          },
          {
            id: 'company',
            header: t('employment.column.company'),
            cell: ({ jobs }) => (
              <span className="flex flex-col gap-1">
                {jobs.map((job) => (
                  <span key={job.companyId}>{job.companyName}</span>
                ))}
              </span>
            ),
          },
          {
            id: 'status',
            header: t('employment.column.status'),
            cell: ({ jobs }) => (
              <span className="flex flex-col gap-1">
                {jobs.map((job) => (
                  <StatusBadge key={job.companyId} status={job.status} label={t(`employment.status.${job.status}`)} />
                ))}
              </span>
            ),
          },
          {
            id: 'sign-in',
            header: t('employment.account'),
            cell: (row) => <Badge tone={tones[row.signIn]}>{t(`employment.account.state.${row.signIn}`)}</Badge>,
          },
          {
            id: 'email',
            header: t('employment.column.email'),
            cell: ({ email }) => <span className="max-sm:text-sm [overflow-wrap:anywhere]">{email}</span>,
          },
        ]}
        onRowPress={(row) => open('person', row)}
        search={{ label: t('employment.search'), value: typed, onChange: setTyped }}
        filters={
          <>
            {companies.length > 1 && (
              <SelectField
                label={t('employment.column.company')}
                value={companyId ?? any}
                onChange={(value) => setCompanyId(isId(value) ? value : null)}
                options={[
                  { value: any, label: t('employment.any.company') },
                  ...companies.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                className="sm:w-56"
              />
            )}
            <SelectField
              label={t('employment.column.status')}
              value={status ?? any}
              onChange={(value) => setStatus(isStatus(value) ? value : null)}
              options={[
                { value: any, label: t('employment.any.status') },
                ...statuses.map((value) => ({ value, label: t(`employment.status.${value}`) })),
              ]}
              className="sm:w-44"
            />
            <SelectField
              label={t('employment.account')}
              value={signIn ?? any}
              onChange={(value) => setSignIn(isSignIn(value) ? value : null)}
              options={[
                { value: any, label: t('employment.any.signIn') },
                ...signIns.map((value) => ({ value, label: t(`employment.account.state.${value}`) })),
              ]}
              className="sm:w-60"
            />
          </>
        }
        filterCount={[companyId, status, signIn].filter(Boolean).length}
        onClear={() => {
          setTyped('');
          setCompanyId(null);
          setStatus(null);
          setSignIn(null);
        }}
        actions={
          mayChange && (
            <>
              <Button variant="secondary" onPress={() => open('signOut', null)} icon={<LogOut {...icon} />}>
                {t('employment.signOut')}
              </Button>
              <Button variant="secondary" onPress={() => open('invite', null)} icon={<Mail {...icon} />}>
                {t('employment.invite')}
              </Button>
              {choices.data && (
                <Button onPress={() => open('add', null)} icon={<UserPlus {...icon} />}>
                  {t('employment.add')}
                </Button>
              )}
            </>
          )
        }
        empty={{ title: t('employment.empty.title'), body: t('employment.empty.body') }}
        exporting={{
          fileName: 'people.csv',
          load: async () =>
            csvText(
              [
                { header: t('employment.column.name'), text: name },
                { header: t('employment.column.username'), text: ({ username }: Person) => username },
                { header: t('employment.column.email'), text: ({ email }: Person) => email },
                {
                  header: t('employment.column.company'),
                  text: ({ jobs }: Person) => jobs.map((job) => job.companyName).join('; '),
                },
                {
                  header: t('employment.column.status'),
                  text: ({ jobs }: Person) => jobs.map((job) => t(`employment.status.${job.status}`)).join('; '),
                },
                {
                  header: t('employment.account'),
                  text: (row: Person) => t(`employment.account.state.${row.signIn}`),
                },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          pages.error
            ? {
                title: t('employment.loadFailed'),
                body: errorText(t, pages.error),
                onRetry: pages.retry,
                retrying: pages.isRetrying,
              }
            : undefined
        }
        links={pages.links}
        onTurn={pages.turn}
        turning={pages.isTurning}
      />
      {opened.kind === 'invite' && (
        <InviteDialog key={opened.serial} open={opened.isOpen} onClose={close} companies={companies} />
      )}
      {opened.kind === 'signOut' && (
        <SignOutDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          loadAll={() => everyRow((cursor) => load(cursor, undefined, maximumPageLimit))}
        />
      )}
      {opened.kind === 'add' && choices.data && (
        <AddPersonDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          choices={choices.data}
        />
      )}
      {opened.kind === 'person' && opened.row && (
        <PersonDrawer
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          personId={opened.row.personId}
          name={name(opened.row)}
        />
      )}
    </>
  );
}
