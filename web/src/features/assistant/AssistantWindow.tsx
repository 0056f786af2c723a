/** The chat window: a panel beside the page, or a page of its own. What is said in it belongs to the assistant (assistant.ts), which outlives it. */
import { History, MessageSquarePlus, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../../i18n';
import { Button, type FocusTarget, IconButton, toast } from '../../ui';
import type { Assistant } from './assistant';
import { ConversationView } from './ConversationView';
import { PastChats } from './PastChats';
import { QuestionForm } from './QuestionForm';
import { type Surroundings, SurroundingsProvider, useAssistant, useSurroundings } from './surroundings';

type AssistantWindowProps = Surroundings & {
  headingLevel: 1 | 2;
  /** A panel can be closed, with its button or with Escape. */
  onClose?: (() => void) | undefined;
};

export function AssistantWindow({ headingLevel, onClose, ...surroundings }: AssistantWindowProps) {
  const { assistant } = surroundings;
  useEffect(() => {
    assistant.wake();
    return assistant.sleep;
  }, [assistant]);
  const input = useRef<FocusTarget>(null);
  // The form may only be there after the next drawing.
  const focusInput = () => void requestAnimationFrame(() => input.current?.focus());
  return (
    <SurroundingsProvider value={{ ...surroundings, focusInput }}>
      <Frame headingLevel={headingLevel} onClose={onClose} input={input} />
    </SurroundingsProvider>
  );
}

type FrameProps = Pick<AssistantWindowProps, 'headingLevel' | 'onClose'> & { input: RefObject<FocusTarget | null> };

function Frame({ headingLevel, onClose, input }: FrameProps) {
  const { t } = useText();
  const { assistant, focusInput } = useSurroundings();
  const [shown, setShown] = useState<'chat' | 'past'>('chat');
  const Heading = `h${headingLevel}` as const;
  useTrouble(assistant);

  const showChat = () => {
    setShown('chat');
    focusInput();
  };
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    if (shown === 'past') showChat();
    else onClose?.();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the window from any of its controls.
    <div className="flex h-full min-h-0 flex-col bg-surface" onKeyDown={closeByEscape}>
      <header className="flex flex-none items-start gap-1 border-b border-line py-2 pr-2 pl-4">
        {/* Long words may take a second line; the ✕ stays in its corner. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
          <Heading className="mr-auto text-lg font-semibold tracking-tight">{t('page.assistant')}</Heading>
          <Button
            variant="ghost"
            size="sm"
            icon={<MessageSquarePlus aria-hidden className="size-4" />}
            onPress={() => {
              assistant.newChat();
              showChat();
            }}
          >
            {t('assistant.newChat')}
          </Button>
          {assistant.keepsHistory && (
            <Button
              variant="ghost"
              size="sm"
              icon={<History aria-hidden className="size-4" />}
              aria-expanded={shown === 'past'}
              onPress={() => (shown === 'past' ? showChat() : setShown('past'))}
            >
              {t('assistant.pastChats')}
            </Button>
          )}
        </div>
        {onClose && (
          <IconButton
            label={t('assistant.close')}
            size="sm"
            onPress={onClose}
            icon={<X aria-hidden className="size-5" />}
          />
        )}
      </header>
      {shown === 'past' ? (
        <PastChats onBack={showChat} />
      ) : (
        <>
          <ConversationView />
          <QuestionForm ref={input} takesFocus={onClose !== undefined} />
        </>
      )}
      <Arrival />
    </div>
  );
}

/** Read out once, when an answer is whole: not each piece of it, and not again when the window is drawn anew. */
function Arrival() {
  const { t } = useText();
  const chat = useAssistant((state) => state.chat);
  const [before] = useState(chat.arrivedId);
  const arrived = chat.arrivedId === before ? undefined : chat.messages.find(({ id }) => id === chat.arrivedId);
  return (
    <p
      role="status"
      aria-label={t('assistant.arrived')}
      className="sr-only"
      lang={arrived?.answer?.language ?? undefined}
    >
      {/* The same words again are another answer. */}
      {arrived && <span key={arrived.id}>{`${t('assistant.answered')} ${arrived.text}`}</span>}
    </p>
  );
}

/** What fails beside the conversation is said in passing. */
function useTrouble(assistant: Assistant): void {
  const { t } = useText();
  const trouble = useAssistant((state) => state.trouble);
  const seen = useRef(assistant.store.getState().trouble);
  const say = useEffectEvent((by: 'socket' | 'rest') => toast(t(`assistant.failed.${by}`), { tone: 'error' }));
  useEffect(() => {
    if (trouble === seen.current || trouble === null) return;
    seen.current = trouble;
    say(trouble.by);
  }, [trouble]);
}
