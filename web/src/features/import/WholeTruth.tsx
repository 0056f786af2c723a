/** Declares that a file has everything of its kind that a company has: what it lacks will end. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, ConfirmDialog, SelectField } from '../../ui';
import { type Choices, DeclareWhole, type ImportFile, importsKey } from './imports';

type WholeTruthProps = {
  tenantId: string;
  file: ImportFile;
  companies: Choices['importChoices']['companies'];
  onFailure: (says: string | null) => void;
};

export function WholeTruth({ tenantId, file, companies, onFailure }: WholeTruthProps) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const declare = useSubmit(DeclareWhole);
  const [isOpen, setOpen] = useState(false);
  const only = companies.length === 1 ? (companies[0]?.id ?? '') : '';
  const [companyId, setCompanyId] = useState(only);

  async function say(chosen: string | null): Promise<void> {
    onFailure(null);
    try {
      await declare.mutateAsync({ tenantId, fileId: file.id, companyId: chosen });
    } catch (error) {
      onFailure(errorText(t, error));
    } finally {
      void queryClient.invalidateQueries({ queryKey: [importsKey] });
    }
  }

  if (file.wholeTruthOf !== null)
    return (
      <Button size="sm" variant="ghost" pending={declare.isPending} onPress={() => void say(null)}>
        {t('import.notWhole', { name: file.name })}
      </Button>
    );
  return (
    <>
      <Button size="sm" variant="ghost" disabled={companies.length === 0} onPress={() => setOpen(true)}>
        {t('import.declareWhole', { name: file.name })}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        tone="primary"
        title={t('import.wholeTitle')}
        body={t('import.wholeBody')}
        confirmLabel={t('import.wholeSubmit')}
        cancelLabel={t('app.back')}
        onConfirm={async () => {
          if (companyId === '') throw new Error('no company');
          await say(companyId);
        }}
      >
        <SelectField
          label={t('import.wholeCompany')}
          value={companyId}
          required
          options={companies.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setCompanyId}
        />
      </ConfirmDialog>
    </>
  );
}
