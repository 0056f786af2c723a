/** The assistant beside the page, between the header and the foot of the screen. */
import { useText } from '../../i18n';
import { OwnAssistant } from './OwnAssistant';

export default function AssistantPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  return (
    <aside
      aria-label={t('page.assistant')}
      className="sticky top-[calc(4rem+var(--top-bar,0px))] h-[calc(100dvh-4rem-var(--top-bar,0px))] flex-none border-l border-line bg-surface"
      style={{ width: '25rem' }}
    >
      <OwnAssistant headingLevel={2} onClose={onClose} />
    </aside>
  );
}
