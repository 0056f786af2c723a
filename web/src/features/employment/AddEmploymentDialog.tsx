/** An employment at another company for someone who has an account. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { Form, FormDialog } from '../../ui';
import { useHelp } from './account';
import { AddEmployment, blankJob, type Choices, firstRoles, type Job, jobInput, missingInJob } from './adding';
import { JobFields } from './JobFields';

type AddEmploymentDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  /** Without the companies they have an employment in. */
  choices: Choices;
  personId: string;
  name: string;
};

const formId = 'people-employ';
const fields = ['companyId', 'employeeCode', 'dateOfBirth', 'hireDate', 'payGroupId', 'managerId', 'roles', 'roleId'];

export function AddEmploymentDialog({ open, onClose, tenantId, choices, personId, name }: AddEmploymentDialogProps) {
  const { t } = useText();
  const add = useSubmit(AddEmployment);
  const first = blankJob(choices);
  const [job, setJob] = useState(first);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useHelp(onClose);
  const missing = isTried ? missingInJob(job) : [];
  const errorAt = (field: string) => at(field) ?? (missing.includes(field) ? t('kit.required') : undefined);
  const change = (part: Partial<Job>) => {
    setFailure(null);
    setJob((before) => ({ ...before, ...part }));
  };
  function submit(): void {
    setTried(true);
    if (missingInJob(job).length > 0) return;
    const input = { personId, input: jobInput(job), roles: firstRoles(choices, job) };
    void run(() => add.mutateAsync(input), t('employment.employ.done', { name }));
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('employment.employ.title', { name })}
      formId={formId}
      submitLabel={t('employment.employ')}
      pending={add.isPending}
      isDirty={JSON.stringify(job) !== JSON.stringify(first)}
      size="lg"
    >
      <Form id={formId} onSubmit={submit} error={failure && !fields.some(at) ? failure.text : null}>
        <JobFields tenantId={tenantId} choices={choices} job={job} onChange={change} errorAt={errorAt} />
      </Form>
    </FormDialog>
  );
}
