/** /pay/taxes: what is withheld from one's pay by, federal, by state and local; new forms to sign; all those signed before. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, ErrorState, PageHeader, SkeletonList } from '../../ui';
import { FormCard } from './FormCard';
import {
  type CompanyState,
  formsOf,
  newStateForm,
  otherStates,
  ReadTaxSetup,
  ReadW4Links,
  type TaxForm,
  type TaxSetup,
  taxSetupKey,
} from './forms';
import { HistoryCard } from './HistoryCard';
import { TaxFormEditor } from './TaxFormEditor';

export function TaxSetupPage({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const setup = useQuery({
    queryKey: [taxSetupKey, 'forms', tenantId, companyId, employeeId],
    queryFn: ({ signal }) => api.query(ReadTaxSetup, { tenantId, companyId, employeeId }, signal),
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.taxes')} description={t('taxSetup.lead')} />
      {setup.isPending && (
        <Card>
          <SkeletonList rows={5} />
        </Card>
      )}
      {setup.isError && !setup.data && (
        <Card>
          <ErrorState
            title={t('taxSetup.loadFailed')}
            body={errorText(t, setup.error)}
            onRetry={() => void setup.refetch()}
            retrying={setup.isFetching}
          />
        </Card>
      )}
      {setup.data && (
        <Forms actor={actor} setup={setup.data.employeeTaxSetup} states={setup.data.listCompanyStates.results} />
      )}
    </div>
  );
}

type Opened = { form: TaxForm | null; isOpen: boolean; serial: number };
type FormsProps = { actor: Actor; setup: TaxSetup; states: readonly CompanyState[] };

function Forms({ actor, setup, states }: FormsProps) {
  const { t } = useText();
  const [opened, setOpened] = useState<Opened>({ form: null, isOpen: false, serial: 0 });
  const links = useW4Links(actor);
  const forms = formsOf(setup);
  const others = otherStates(states, forms);
  const fill = (form: TaxForm) => setOpened(({ serial }) => ({ form, isOpen: true, serial: serial + 1 }));
  const linkOf = ({ level, isRequired }: TaxForm) => {
    if (level === 'local' || !isRequired) return null;
    return (level === 'federal' ? links?.federalW4Link : links?.stateW4Link) ?? null;
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-6">
        {forms.map((form) => (
          <FormCard
            key={`${form.level}-${form.state}`}
            actor={actor}
            form={form}
            link={linkOf(form)}
            onFill={() => fill(form)}
          />
        ))}
        {others.length > 0 && (
          <Card title={t('taxSetup.otherState.title')} description={t('taxSetup.otherState.body')}>
            <div className="flex flex-wrap gap-2.5">
              {others.map((state) => (
                <Button key={state.id} variant="secondary" size="sm" onPress={() => fill(newStateForm(state))}>
                  {state.name}
                </Button>
              ))}
            </div>
          </Card>
        )}
      </div>
      <HistoryCard actor={actor} history={setup.history} forms={forms} />
      {opened.form && (
        <TaxFormEditor
          key={opened.serial}
          open={opened.isOpen}
          onClose={() => setOpened((before) => ({ ...before, isOpen: false }))}
          actor={actor}
          form={opened.form}
          signerName={setup.signerName}
          declaration={setup.declaration}
          needsApproval={setup.needsApproval}
        />
      )}
    </div>
  );
}

/** The company's links to the paper forms: welcome, never in the way. */
function useW4Links({ tenantId, companyId, employeeId }: Actor) {
  const api = useApi();
  const links = useQuery({
    queryKey: [taxSetupKey, 'links', tenantId, companyId],
    queryFn: async ({ signal }) =>
      (await api.query(ReadW4Links, { tenantId, companyId, employeeId: employeeId ?? '' }, signal)).getCompanyLinks,
  });
  return links.data;
}
