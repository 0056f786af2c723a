/** Saves a change to the list. Someone who was too slow sees the list again and saves on top of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';
import { applicationsKey, type ListChange, reviseList } from './application';

export function useRevise(tenantId: string, onSaved: () => void) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (change: ListChange) => reviseList(api, tenantId, change),
    onSuccess: () => {
      toast(t('applications.saved'), { tone: 'ok' });
      onSaved();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [applicationsKey] }),
  });
  return {
    save: save.mutate,
    isSaving: save.isPending,
    error: save.error,
    failure: save.error && errorText(t, save.error, 'failed.updateApplicationData'),
  };
}
