// The question before what was typed is thrown away, in the same words wherever something can be typed.
import { ConfirmDialog } from './overlay';
import { useUiText } from './text';

export interface DiscardQuestionProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  const text = useUiText();
  return (
    <ConfirmDialog
      open={open}
      onClose={onKeep}
      title={text.discardTitle}
      body={text.discardBody}
      confirmLabel={text.discard}
      cancelLabel={text.keepEditing}
      onConfirm={onDiscard}
    />
  );
}
