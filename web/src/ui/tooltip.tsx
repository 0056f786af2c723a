// When a control explains itself: on hover, and on focus by keyboard. The bubble, with all that is needed to find it a place, is
// fetched once the page is calm, or when the first one opens.
import { type ReactNode, type Ref, type RefObject, useState } from 'react';
import { useObjectRef } from 'react-aria/useObjectRef';
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger';
import type { ButtonProps } from 'react-aria-components';
import {
  type TooltipTriggerProps,
  type TooltipTriggerState,
  useTooltipTriggerState,
} from 'react-stately/useTooltipTriggerState';
import { late } from './late';

const Bubble = late(() => import('./tooltip-bubble'));

export interface OpenTooltip {
  state: TooltipTriggerState;
  triggerRef: RefObject<HTMLElement | null>;
  id: string;
}

/** For a button that is to have a bubble: what it has to wear, and what TooltipBubble has to know. */
export function useTooltip(outerRef: Ref<HTMLButtonElement> | undefined, options: TooltipTriggerProps) {
  const ref = useObjectRef<HTMLButtonElement>(outerRef);
  const state = useTooltipTriggerState(options);
  const { triggerProps, tooltipProps } = useTooltipTrigger(options, state, ref);
  const { onKeyDown, 'aria-describedby': bubbleId, ...handlers } = triggerProps as ButtonProps;
  return {
    ref,
    handlers: {
      ...handlers,
      // Whatever lies around the button hears the key as well: Escape still closes its dialog.
      onKeyDown: (event) => {
        onKeyDown?.(event);
        event.continuePropagation();
      },
    } satisfies ButtonProps,
    describedBy: bubbleId,
    tooltip: { state, triggerRef: ref, id: tooltipProps.id ?? '' } satisfies OpenTooltip,
  };
}

export function TooltipBubble({ tooltip, children }: { tooltip: OpenTooltip; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false);
  if (tooltip.state.isOpen && !wasOpen) setWasOpen(true);
  // Kept from the first opening on: it has still to fade.
  if (!wasOpen) return null;
  return <Bubble {...tooltip}>{children}</Bubble>;
}
