/** A form to fill in: its lines, then the declaration and the signature under it. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ErrorOption, useForm } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { callMessages } from '../../i18n/call-messages';
import { errorText } from '../../i18n/errors';
import { usePayTimingText } from '../../i18n/pay-timing';
import { Button, ConfirmDialog, Drawer, Notice, toast, useUnsaved } from '../../ui';
import { SignTaxForm, type TaxForm, taxSetupKey } from './forms';
import { check, type Draft, type DraftField, draftOf, inputOf, isDraftField } from './rules';
import { TaxFormFields } from './TaxFormFields';
import { useFormName, useStatuses } from './useFormText';

type TaxFormEditorProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  form: TaxForm;
  signerName: string;
  declaration: string;
  needsApproval: boolean;
};

export function TaxFormEditor(props: TaxFormEditorProps) {
  const { open, onClose, actor, form: taxForm, signerName, declaration, needsApproval } = props;
  const { t } = useText();
  const formId = useId();
  const queryClient = useQueryClient();
  const submit = useSubmit(SignTaxForm);
  const statuses = useStatuses(actor, taxForm.level, taxForm.state);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<Draft>({ defaultValues: draftOf(taxForm.figures) });
  const { isDirty } = form.formState;
  useUnsaved(open && isDirty);
  const name = useFormName()(taxForm);
  const { tenantId, companyId, employeeId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, employeeId });

  function tell(errors: Partial<Record<DraftField, string>>): boolean {
    const wrong = Object.entries(errors) as [DraftField, string][];
    wrong.forEach(([field, message], index) => {
      const error: ErrorOption = { type: 'rule', message };
      form.setError(field, error, { shouldFocus: index === 0 });
    });
    return wrong.length > 0;
  }

  async function sign(draft: Draft): Promise<void> {
    setFailure(null);
    if (tell(check(draft, statuses.length > 0, taxForm.level, signerName))) return;
    const input = inputOf(taxForm, draft, declaration);
    try {
      await submit.mutateAsync({ tenantId, companyId, employeeId: employeeId ?? '', input });
    } catch (error) {
      if (error instanceof ApiError) {
        if (isDraftField(error.field)) {
          tell({ [error.field]: error.code });
          return;
        }
        // Someone (this person, elsewhere) was faster: the page behind the form shows the current state.
        if (['CONFLICT', 'OUTSTANDING_TAX_REQUEST'].includes(error.code))
          void queryClient.invalidateQueries({ queryKey: [taxSetupKey, 'forms'] });
        if (error.isTold) return;
      }
      toast(t(callMessages.putEmployeeData), { tone: 'error' });
      setFailure(errorText(t, error, callMessages.putEmployeeData));
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [taxSetupKey, 'forms'] });
    toast(t(needsApproval ? 'taxSetup.saved.pending' : 'taxSetup.saved'), { tone: 'ok' });
    onClose();
  }

  const leave = () => (isDirty && !submit.isPending ? setLeaving(true) : onClose());

  return (
    <>
      <Drawer
        open={open}
        onClose={leave}
        title={name}
        description={t(`taxSetup.lead.${taxForm.level}`)}
        footer={
          <>
            <Button variant="secondary" onPress={leave}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" form={formId} pending={submit.isPending}>
              {t('taxSetup.sign')}
            </Button>
          </>
        }
      >
        {timing && <Notice className="mb-5">{timing}</Notice>}
        <TaxFormFields
          id={formId}
          form={form}
          level={taxForm.level}
          statuses={statuses}
          signerName={signerName}
          failure={failure}
          onSubmit={(event) => {
            form.clearErrors();
            void form.handleSubmit(sign)(event);
          }}
        />
      </Drawer>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('taxSetup.discard.title')}
        body={t('taxSetup.discard.body')}
        confirmLabel={t('taxSetup.discard.action')}
        cancelLabel={t('taxSetup.discard.stay')}
        onConfirm={onClose}
      />
    </>
  );
}
