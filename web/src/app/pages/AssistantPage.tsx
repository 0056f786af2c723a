/** /assistant: the chat as a page, for phones and the native app. It fills what header and tabs leave of the screen. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { roomForMenu, useMedia } from '../../ui';
import { OwnAssistant } from '../assistant/OwnAssistant';
import { useErrors } from '../errors/errors';
import { useFlag, useFlags } from '../flags/flags';
import { PendingPage } from '../layout/PendingPage';
import { paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { administersTenant, useCompany, useViewer } from '../session/viewer';

/** Places that no other page needs, and whose rules would come with every first visit. */
const top = 'calc(4rem + var(--top-bar, 0px))';
const besideMenu = { top, left: '15.5rem', bottom: 0 };
const aboveTabs = { top, left: 0, bottom: 'calc(3.5rem + 1px + env(safe-area-inset-bottom))' };

export default function AssistantPage() {
  const router = useRouter();
  const isKnown = useFlags(({ isReady }) => isReady);
  const isOn = useFlag('chatbot');
  const hasMenu = useMedia(roomForMenu);
  const viewer = useViewer();
  const hasOne = useCompany() !== null || administersTenant(viewer);
  const isOff = isKnown && !(isOn && hasOne);
  useEffect(() => {
    if (!isOff) return;
    useErrors.getState().addFeatureNotEnabled('assistant', currentPlatform());
    void router.navigate({ to: paths.home(), replace: true });
  }, [isOff, router]);
  if (!isOn || !hasOne) return <PendingPage />;
  return (
    <div className="fixed right-0" style={hasMenu ? besideMenu : aboveTabs}>
      <div className="mx-auto h-full max-w-3xl">
        <OwnAssistant headingLevel={1} />
      </div>
    </div>
  );
}
