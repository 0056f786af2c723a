// The bubble that explains a control. Words that people must read belong on the page, not here.
import type { ReactNode } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import type { OpenTooltip } from './tooltip';

export default function Bubble({ state, children, ...trigger }: OpenTooltip & { children: ReactNode }) {
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        {...trigger}
        offset={8}
        className="pointer-events-none max-w-72 rounded-sm bg-toast px-3 py-1.5 text-sm font-medium text-on-toast shadow-pop entering:animate-[fade_.12s]"
      >
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
