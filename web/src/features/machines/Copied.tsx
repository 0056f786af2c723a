/** A value someone enters elsewhere, with a button that copies it. */
import { Copy } from 'lucide-react';
import { useText } from '../../i18n';
import { IconButton, toast } from '../../ui';

export function Copied({ text, label }: { text: string; label: string }) {
  const { t } = useText();
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => toast(t('app.copied'), { tone: 'ok' }),
      () => toast(t('app.copyFailed'), { tone: 'error' }),
    );
  return (
    <span className="flex items-start gap-2">
      <span className="[overflow-wrap:anywhere]">{text}</span>
      <IconButton size="sm" label={label} onPress={copy} icon={<Copy aria-hidden className="size-4" />} />
    </span>
  );
}
