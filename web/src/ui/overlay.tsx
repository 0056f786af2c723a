// Dialog, drawer and confirm. All trap the focus, close on Escape and give the focus back to where it came from.
// They slide for 500 ms; with reduced motion they simply appear.
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, IconButton } from './button';
import { cx } from './style';
import { useUiText } from './text';

const scrim =
  'fixed inset-0 z-50 bg-scrim entering:animate-[fade_.5s_var(--ease-slide)] exiting:animate-[fade_.3s_var(--ease-slide)_reverse_forwards]';

/**
 * A list of choices that fades away is still there for a moment, and no longer the topmost: a second click on a choice is not one beside
 * the dialog, and must not take what was typed along.
 */
const isScrim = (pressed: Element) => pressed.hasAttribute('data-scrim');

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode | undefined;
  children?: ReactNode | undefined;
  /** Buttons at the bottom; they stay in sight while the content scrolls. */
  footer?: ReactNode | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** False for a question that must be answered: no Escape, no click outside, no close button. */
  dismissable?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Nothing of the page is seen behind it. */
  opaque?: boolean | undefined;
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' };

/** Centred on wide screens; on phones it rises from the bottom edge. */
export function Dialog(props: DialogProps) {
  const { open, onClose, size = 'md', dismissable = true, opaque = false } = props;
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
      shouldCloseOnInteractOutside={isScrim}
      data-scrim
      className={cx(scrim, opaque && 'bg-canvas!', 'flex items-end justify-center sm:items-center sm:p-6')}
    >
      <Modal
        className={cx(
          'flex max-h-[92dvh] w-full rounded-t-xl bg-raised shadow-dialog sm:max-h-[min(44rem,88dvh)] sm:rounded-xl',
          'max-sm:entering:animate-[slide-up_.5s_var(--ease-slide)] max-sm:exiting:animate-[slide-up_.3s_var(--ease-slide)_reverse_forwards]',
          'sm:entering:animate-[rise_.5s_var(--ease-slide)] sm:exiting:animate-[rise_.25s_var(--ease-slide)_reverse_forwards]',
          widths[size],
        )}
      >
        <Frame {...props} />
      </Modal>
    </ModalOverlay>
  );
}

export interface DrawerProps extends Omit<DialogProps, 'size'> {
  side?: 'left' | 'right' | undefined;
  size?: 'sm' | 'md' | undefined;
}

/** A panel along an edge: a phone's menu, the detail of a row. */
export function Drawer(props: DrawerProps) {
  const { open, onClose, side = 'right', size = 'md', dismissable = true } = props;
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
      shouldCloseOnInteractOutside={isScrim}
      data-scrim
      className={cx(scrim, 'flex', side === 'right' ? 'justify-end' : 'justify-start')}
    >
      <Modal
        className={cx(
          'flex h-dvh w-[calc(100%-3rem)] bg-raised shadow-dialog',
          size === 'sm' ? 'max-w-xs' : 'max-w-md',
          side === 'right'
            ? 'entering:animate-[slide-from-right_.5s_var(--ease-slide)] exiting:animate-[slide-from-right_.5s_var(--ease-slide)_reverse_forwards]'
            : 'entering:animate-[slide-from-left_.5s_var(--ease-slide)] exiting:animate-[slide-from-left_.5s_var(--ease-slide)_reverse_forwards]',
        )}
      >
        <Frame {...props} />
      </Modal>
    </ModalOverlay>
  );
}

function Frame(props: Omit<DialogProps, 'size' | 'open'>) {
  const { onClose, title, description, children, footer, dismissable = true, role = 'dialog' } = props;
  const text = useUiText();
  const content = useScrollableByKeyboard();
  return (
    <AriaDialog role={role} className="flex min-h-0 w-full flex-col outline-none">
      <header className="flex items-start gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
        <div className="min-w-0 flex-1">
          <Heading slot="title" className="text-xl font-semibold tracking-tight">
            {title}
          </Heading>
          {description && <p className="mt-1 text-sub">{description}</p>}
        </div>
        {dismissable && role === 'dialog' && (
          <IconButton
            label={text.close}
            onPress={onClose}
            icon={<X aria-hidden className="size-5" />}
            className="-mt-1.5 -mr-2"
          />
        )}
      </header>
      {children ? (
        <div ref={content} className="focus-ring min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-5 sm:px-6 sm:pb-6">
          {children}
        </div>
      ) : (
        <div className="h-5 flex-none sm:h-6" />
      )}
      {footer && (
        <footer className="flex flex-none flex-col-reverse gap-2.5 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6">
          {footer}
        </footer>
      )}
    </AriaDialog>
  );
}

/** A long text with nothing in it to focus could not be scrolled without a mouse: then it takes the focus itself. */
function useScrollableByKeyboard() {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = content.current;
    if (element === null) return;
    const isStuck =
      element.scrollHeight > element.clientHeight && !element.querySelector('a[href], button, input, select, textarea');
    if (isStuck) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  });
  return content;
}

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Names the thing: «Delete the account ending in 4821?» */
  title: string;
  body?: ReactNode | undefined;
  /** The verb of the act, not «OK». */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  tone?: 'danger' | 'primary' | undefined;
  /** A promise keeps the dialog open and pending until it settles; it closes only when the promise is kept. */
  onConfirm: () => unknown;
  children?: ReactNode | undefined;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, body, confirmLabel, cancelLabel, tone = 'danger', onConfirm, children } = props;
  const text = useUiText();
  const [pending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // The caller has shown the error; the question stays open for another try.
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={body}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" onPress={onClose} disabled={pending} autoFocus>
            {cancelLabel ?? text.cancel}
          </Button>
          <Button variant={tone} pending={pending} onPress={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
