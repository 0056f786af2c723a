/** Saves a document's file under its name: fetched with the token, so that no address opens it by itself. */
import { useMutation } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { saveFile, toast } from '../../ui';

export function useDownload({ companyId }: Actor) {
  const { t } = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async (documentId: string) => {
      const { name, blob } = await api.download(`/companies/${companyId}/documents/${documentId}/file`);
      await saveFile(blob, name);
    },
    onError: (error) => toast(errorText(t, error, 'documents.downloadFailed'), { tone: 'error' }),
  });
}
