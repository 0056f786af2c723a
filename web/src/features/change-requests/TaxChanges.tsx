/** Tax forms someone signed: what each said before and would say, line by line. */
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { type Request, requestsKey } from './request';
import { changedLines, type TaxFormChange, taxFormsOf } from './taxes';

const ReadStatusWords = graphql(`
  query ReadStatusWords(
    $tenantId: ID!
    $companyId: ID!
    $managerId: ID!
    $statusType: String!
    $state: String
    $language: String!
  ) {
    complianceMaritalStatuses(
      tenantId: $tenantId
      companyId: $companyId
      managerId: $managerId
      statusType: $statusType
      state: $state
      language: $language
    ) { code description }
  }
`);

export function TaxChanges({ actor, request }: { actor: Actor; request: Request }) {
  return (
    <div className="flex flex-col gap-5">
      {taxFormsOf(request).map((form) => (
        <TaxForm key={`${form.level}${form.state}`} actor={actor} form={form} />
      ))}
    </div>
  );
}

function TaxForm({ actor, form }: { actor: Actor; form: TaxFormChange }) {
  const { t, language } = useText();
  const api = useApi();
  const format = useFormat();
  const { tenantId, companyId, personId: managerId } = actor;
  const statusType = form.level === 'state' ? 'state' : 'federal';
  const state = form.level === 'state' ? form.state : null;
  const statuses = useQuery({
    queryKey: [requestsKey, 'statuses', companyId, statusType, state, language],
    queryFn: async ({ signal }) =>
      (await api.query(ReadStatusWords, { tenantId, companyId, managerId, statusType, state, language }, signal))
        .complianceMaritalStatuses,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const said = (kind: 'status' | 'count' | 'money' | 'percent' | 'yes', value: string) => {
    if (value === '') return t('taxSetup.change.nothing');
    if (kind === 'status') return statuses.data?.find(({ code }) => code === value)?.description ?? value;
    if (kind === 'yes') return t('taxSetup.yes');
    if (kind === 'count') return format.number(Number(value));
    return kind === 'money' ? format.money(value) : t('taxSetup.percent', { percent: format.number(Number(value)) });
  };
  const name =
    form.level === 'federal' ? t('taxSetup.form.federal') : t(`taxSetup.form.${form.level}`, { place: form.place });
  return (
    <section aria-label={name}>
      <h4 className="mb-2 font-medium">{name}</h4>
      <ul className="flex flex-col gap-3">
        {changedLines(form).map(({ line, before, after }) => (
          <li key={line} className="rounded-lg border border-line p-3.5">
            <p className="text-sm font-medium text-sub">{t(`taxSetup.line.${line}`)}</p>
            <div className="mt-2 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 tabular-nums">
              <span className="break-words">{said(before.kind, before.value)}</span>
              <ArrowRight aria-label={t('requests.becomes')} className="size-4 text-sub" />
              <span className="font-semibold break-words">{said(after.kind, after.value)}</span>
            </div>
          </li>
        ))}
        {changedLines(form).length === 0 && <li className="text-sub">{t('taxSetup.change.same')}</li>}
      </ul>
    </section>
  );
}
