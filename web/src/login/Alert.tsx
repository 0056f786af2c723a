/** What went wrong, above a form. The region is there before its text, so that the text is read out when it comes. */
import type { Ref } from 'react';
import { Notice } from '../ui';
import type { TextKey } from './text';
import { useText } from './text';

/** `serial` tells the same trouble twice apart, so that it is also read out twice. */
export type Trouble = { serial: number; text: TextKey; values?: Record<string, string> };

export function Alert({ trouble, ref }: { trouble: Trouble | null; ref?: Ref<HTMLDivElement> }) {
  const { t } = useText();
  return (
    <div {...(ref ? { ref } : {})} role="alert" tabIndex={-1} className="outline-none empty:hidden">
      {trouble && (
        <Notice key={trouble.serial} tone="bad">
          {t(trouble.text, trouble.values)}
        </Notice>
      )}
    </div>
  );
}
