/**
 * What the frame shows of the assistant: 'Ask the assistant' at the end of the menus, and the panel beside the page. Narrower screens and the
 * native app have a page for it. Only who has an assistant loads this.
 */
import { useRouter } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { createRef, useEffect } from 'react';
import { loadTexts, useText } from '../../i18n';
import { Button, late, useMedia } from '../../ui';
import { useCurrentPath } from '../layout/useCurrentPath';
import { paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { administersTenant, useCompany, useViewer } from '../session/viewer';

const AssistantPanel = late(async () => (await Promise.all([import('./AssistantPanel'), loadTexts(['assistant'])]))[0]);

/** Whether the panel is open, and whether the menu has room at its other side. */
export type Beside = 'panel' | 'panelAndMenu' | null;

type AssistantPartProps = {
  part: 'entry' | 'panel';
  onBeside: (beside: Beside) => void;
  /** Closes the menu that the entry is in. */
  onFollow?: (() => void) | undefined;
  onMissing?: (() => void) | undefined;
};

/** Tailwind's `lg`. */
const roomForPanel = '(width >= 64rem)';
const roomForAll = '(width >= 90rem)';

/** The entry in the left menu, where the focus returns to. */
const entry = createRef<HTMLButtonElement>();

export default function AssistantPart(props: AssistantPartProps) {
  return props.part === 'entry' ? <Entry {...props} /> : <Panel {...props} />;
}

function Entry({ onBeside, onFollow }: AssistantPartProps) {
  const { t } = useText();
  const router = useRouter();
  const viewer = useViewer();
  const company = useCompany();
  const isThere = useCurrentPath() === paths.assistant();
  const hasPanel = useMedia(roomForPanel) && currentPlatform().kind === 'web';
  const open = () => {
    onFollow?.();
    if (hasPanel && !isThere) onBeside('panel');
    else void router.navigate({ to: paths.assistant() });
  };
  // It answers about someone's work in a company, and to administrators anywhere.
  if (!company && !administersTenant(viewer)) return null;
  return (
    <Button
      ref={onFollow ? undefined : entry}
      variant="soft"
      wide
      onPress={open}
      icon={<Sparkles aria-hidden className="size-4.5" />}
      className="mt-auto flex-none"
    >
      {t('nav.assistant')}
    </Button>
  );
}

function Panel({ onBeside, onMissing }: AssistantPartProps) {
  const hasRoom = useMedia(roomForPanel);
  const hasRoomForAll = useMedia(roomForAll);
  useEffect(() => {
    onBeside(!hasRoom ? null : hasRoomForAll ? 'panelAndMenu' : 'panel');
  }, [hasRoom, hasRoomForAll, onBeside]);
  const close = () => {
    onBeside(null);
    // The menu may have to come back first.
    requestAnimationFrame(() => entry.current?.focus());
  };
  return hasRoom && <AssistantPanel onClose={close} onMissing={onMissing} />;
}
