/** Questions that a press asks. */
import { useId } from 'react';
import { Button } from '../../ui';
import { useReadiness, useSurroundings } from './surroundings';

type ChipsProps = {
  title: string;
  chips: readonly { label: string; question: string }[];
  /** One below the other in the whole width, as a list to begin with. */
  wide?: boolean;
  /** What stands above them says already what they are. */
  untitled?: boolean;
};

export function Chips({ title, chips, wide = false, untitled = false }: ChipsProps) {
  const { assistant, focusInput } = useSurroundings();
  const isReady = useReadiness() === 'ready';
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className={wide || untitled ? 'sr-only' : 'mb-2 text-xs font-semibold text-sub'}>
        {title}
      </p>
      <ul aria-labelledby={titleId} className={wide ? 'flex flex-col gap-2' : 'flex flex-wrap gap-2'}>
        {chips.map(({ label, question }) => (
          <li key={question} className={wide ? 'w-full' : 'max-w-full'}>
            <Button
              variant={wide ? 'secondary' : 'soft'}
              size="sm"
              wide={wide}
              disabled={!isReady}
              onPress={() => {
                assistant.ask(question);
                focusInput();
              }}
              className="h-auto! min-h-10 justify-start! py-2.5! text-left! font-medium! whitespace-normal!"
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
