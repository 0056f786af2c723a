import { useText } from '../../i18n';
import { Badge, type Tone } from '../../ui';
import type { Message } from './message';

const tones: Record<Message['state'], Tone> = { scheduled: 'info', current: 'ok', ended: 'neutral' };

export function StateBadge({ state }: { state: Message['state'] }) {
  const { t } = useText();
  return (
    <Badge tone={tones[state]} dot>
      {t(`announcements.state.${state}`)}
    </Badge>
  );
}
