/** Around each page of the console on which things are changed: people who may only look are told so, and find no buttons. */
import type { ReactNode } from 'react';
import { ConsoleRights } from '../../api/console-rights';
import { useText } from '../../i18n';
import { Notice } from '../../ui';
import { mayAdminister, useViewer } from '../session/viewer';

export function ConsolePage({ children }: { children: ReactNode }) {
  const { t } = useText();
  const mayChange = mayAdminister(useViewer());
  return (
    <ConsoleRights value={mayChange}>
      {!mayChange && (
        <div className="mb-6">
          <Notice>{t('console.readOnly')}</Notice>
        </div>
      )}
      {children}
    </ConsoleRights>
  );
}
