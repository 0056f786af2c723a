/** Another employee code for someone who has one. The second of two who change it sees the first one's. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../../api/error';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';
import { Form, FormDialog, TextField, toast } from '../../ui';
import { ChangeCode, type Employment, employmentKey } from './employment';

type CodeDialogProps = { open: boolean; onClose: () => void; employment: Employment; name: string };

const maximumCharacters = 100;

export function CodeDialog({ open, onClose, employment, name }: CodeDialogProps) {
  const { t } = useText();
  const formId = useId();
  const queryClient = useQueryClient();
  const submit = useSubmit(ChangeCode);
  const { employeeId, employeeCode: current, version } = employment;
  const [code, setCode] = useState(current);
  const [refused, setRefused] = useState<{ isAtField: boolean; text: string } | null>(null);
  const isSame = code.trim() === current;

  async function save(): Promise<void> {
    setRefused(null);
    try {
      await submit.mutateAsync({ employeeId, employeeCode: code.trim(), version });
      toast(t('employment.code.done', { name, code: code.trim() }), { tone: 'ok' });
      onClose();
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      if (known?.isTold) return;
      // Once the list is read again, the field's hint has the code that someone else saved first.
      const isAtField = known?.field === 'employeeCode';
      setRefused({ isAtField, text: (isAtField && refusalText(t, known?.code)) || errorText(t, error) });
    } finally {
      void queryClient.invalidateQueries({ queryKey: [employmentKey] });
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('employment.code.title', { name })}
      formId={formId}
      submitLabel={t('employment.code.submit')}
      pending={submit.isPending}
      isDirty={!isSame}
      submitDisabledReason={code.trim() === '' || isSame ? t('employment.code.same') : undefined}
    >
      <div className="flex flex-col gap-5">
        <p className="text-sub text-pretty">{t('employment.code.about')}</p>
        <Form id={formId} onSubmit={() => void save()} error={refused && !refused.isAtField ? refused.text : null}>
          <TextField
            label={t('employment.add.code')}
            description={t('employment.code.now', { code: current })}
            value={code}
            onChange={(typed) => {
              setRefused(null);
              setCode(typed);
            }}
            maxLength={maximumCharacters}
            error={refused?.isAtField ? refused.text : undefined}
            required
          />
        </Form>
      </div>
    </FormDialog>
  );
}
