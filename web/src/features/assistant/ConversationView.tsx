/** The questions and answers, what can be asked before there are any, and what went wrong with the last one. */
import { ArrowDown, RotateCw } from 'lucide-react';
import type { RefObject } from 'react';
import { isTextKey, type TextKey, useText } from '../../i18n';
import { Button, IconButton, Loading, Notice, Skeleton, steadyPress } from '../../ui';
import { AnswerMessage } from './AnswerMessage';
import { Chips } from './Chips';
import type { Failure, Message } from './conversation';
import { SampleQuestions } from './SampleQuestions';
import { useAssistant, useSurroundings } from './surroundings';
import { useFollow } from './useFollow';

export function ConversationView() {
  const { t } = useText();
  const { messages, failure, asked } = useAssistant((state) => state.chat);
  const isRestoring = useAssistant((state) => state.isRestoring);
  const lastQuestion = messages.findLast(({ type }) => type === 'question');
  const last = messages.at(-1);
  // A like changes no line.
  const lines = `${messages.length} ${last?.type} ${last?.text.length} ${last?.showFeedbackButtons} ${failure?.code}`;
  const follow = useFollow(lines, lastQuestion?.id ?? null);

  return (
    <div ref={steadyPress} className="flex min-h-0 flex-1 flex-col">
      <section
        ref={follow.box as RefObject<HTMLElement>}
        onScroll={follow.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer has to be scrolled with the keyboard.
        tabIndex={0}
        aria-label={t('assistant.conversation')}
        className="focus-ring relative min-h-0 flex-1 overflow-y-auto p-4"
        style={{ outlineOffset: '-2px' }}
      >
        {isRestoring && <Restoring />}
        {!isRestoring && messages.length === 0 && <SampleQuestions />}
        <ul className="flex flex-col gap-5">
          {messages.map((message) => (
            <li key={message.id} ref={message === lastQuestion ? follow.question : null}>
              <OneMessage message={message} isLast={message === last} status={asked?.status ?? null} />
            </li>
          ))}
        </ul>
        {failure && <Failed failure={failure} />}
      </section>
      {follow.isBehind && (
        // A line of its own: over the answer it would cover figures.
        <span className="flex flex-none justify-center border-t border-line py-1">
          <IconButton
            size="sm"
            label={t('assistant.latest')}
            onPress={follow.goToEnd}
            icon={<ArrowDown aria-hidden className="size-4.5" />}
          />
        </span>
      )}
    </div>
  );
}

function Restoring() {
  const { t } = useText();
  return (
    <Loading label={t('assistant.restoring')} className="flex flex-col gap-4">
      <Skeleton className="ml-auto h-10 w-3/5" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-2/3" />
    </Loading>
  );
}

type OneMessageProps = { message: Message; isLast: boolean; status: string | null };

function OneMessage({ message, isLast, status }: OneMessageProps) {
  const { t } = useText();
  switch (message.type) {
    case 'question':
      return (
        <p
          className="ml-auto w-fit rounded-xl bg-brand-soft px-3.5 py-2 text-brand-soft-ink"
          style={{ maxWidth: '85%', whiteSpace: 'pre-wrap' }}
        >
          <span className="sr-only">{t('assistant.youAsked')} </span>
          {message.text}
        </p>
      );
    case 'skeleton':
      return (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-sub">{status ?? t('assistant.working')}</p>
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      );
    case 'answer':
      return (
        <>
          <AnswerMessage message={message} isLast={isLast} />
          {isLast && <NextQuestions message={message} />}
        </>
      );
  }
}

/** What can be asked next is only offered under the last answer. */
function NextQuestions({ message: { answer } }: { message: Message }) {
  const { t } = useText();
  if (!answer || answer.followUps.length === 0) return null;
  return (
    <div className="mt-4">
      <Chips
        title={t('assistant.followUps')}
        chips={answer.followUps.map((text) => ({ label: text, question: text }))}
      />
    </div>
  );
}

function Failed({ failure: { by, code } }: { failure: Failure }) {
  const { t } = useText();
  const { assistant, focusInput } = useSurroundings();
  const known = `assistant.failed.${code}`;
  const detail: TextKey = isTextKey(known) ? known : 'assistant.failed.other';
  return (
    <div role="alert" className="mt-5">
      <Notice
        tone="bad"
        title={t(`assistant.failed.${by}`)}
        action={
          // The same question at once would only be refused again.
          code !== 'TOO_MANY_QUESTIONS' && (
            <Button
              variant="secondary"
              size="sm"
              onPress={() => {
                assistant.tryAgain();
                focusInput();
              }}
              icon={<RotateCw aria-hidden className="size-4" />}
            >
              {t('app.retry')}
            </Button>
          )
        }
      >
        {t(detail)}
      </Notice>
    </div>
  );
}
