/** Offers to load the new version. While something typed is not saved it only tells: reloading would lose it. */
import { useText } from '../../i18n';
import { FloatingBar, useAnyTyped } from '../../ui';
import { useVersion } from '../version';

export function NewVersion() {
  const { t } = useText();
  const { isOutdated } = useVersion();
  const isUnsaved = useAnyTyped();
  return (
    <FloatingBar
      message={isOutdated && t(isUnsaved ? 'version.save' : 'version.ready')}
      actions={isUnsaved ? [] : [{ label: t('version.reload'), onPress: () => location.reload() }]}
      // Away from the buttons of a dialog.
      className="[body:has([role=dialog])_&]:fixed [body:has([role=dialog])_&]:top-[calc(env(safe-area-inset-top)+.75rem)]"
    />
  );
}
