/** Files for a request that is not made yet: they go along with it. */
import { fileRules } from '../../api/file';
import { useText } from '../../i18n';
import { FileDrop } from '../../ui';

const attachmentsMost = 5;

/** A courtesy, with the server's limits and codes. */
export function refuseFiles(
  files: readonly { size: number }[],
): 'TOO_MANY_ATTACHMENTS' | 'ATTACHMENTS_TOO_LARGE' | null {
  if (files.length > attachmentsMost) return 'TOO_MANY_ATTACHMENTS';
  return files.reduce((sum, { size }) => sum + size, 0) >= fileRules.maxBytes ? 'ATTACHMENTS_TOO_LARGE' : null;
}

type NewAttachmentsProps = {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  onRefused: (names: readonly string[]) => void;
  description: string;
  error: string | null;
  /** Of all of them together, while they are on their way. */
  progress: number | null;
  isSaving: boolean;
};

export function NewAttachments(props: NewAttachmentsProps) {
  const { files, onChange, onRefused, description, error, progress, isSaving } = props;
  const { t } = useText();
  return (
    <FileDrop
      {...fileRules}
      multiple
      label={t('timeOff.attachments.title')}
      description={description}
      error={error ?? undefined}
      items={files.map((file, nth) => ({
        id: String(nth),
        name: file.name,
        sizeBytes: file.size,
        progress: progress ?? undefined,
      }))}
      onRefused={onRefused}
      onAdd={(added) => onChange([...files, ...added])}
      onRemove={isSaving ? undefined : (id) => onChange(files.filter((_, nth) => String(nth) !== id))}
    />
  );
}
