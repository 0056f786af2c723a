/** Like, dislike and copy under an answer, and the comment that a dislike may have. */
import { Copy, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, CheckboxField, IconButton, TextAreaField, toast, useTyped } from '../../ui';
import type { Message } from './conversation';
import { useSurroundings } from './surroundings';

const maxCommentLetters = 2000;

const pressed = { fill: 'currentColor', className: 'size-4 text-brand-ink' };
const unpressed = { className: 'size-4 text-sub' };

export function AnswerActions({ message }: { message: Message }) {
  const { t } = useText();
  const format = useFormat();
  const { assistant, timeZone } = useSurroundings();
  const { liked, disliked, originalText, time } = message;
  const [isCommenting, setCommenting] = useState(false);

  const copy = () =>
    copyText(originalText).then(
      () => toast(t('app.copied'), { tone: 'ok' }),
      () => toast(t('app.copyFailed'), { tone: 'error' }),
    );
  const like = () => {
    setCommenting(false);
    void assistant.rate(message, 1);
  };
  const dislike = () => {
    setCommenting(!disliked);
    void assistant.rate(message, -1);
  };

  return (
    <div className="flex flex-col gap-3">
      <div className="-ml-2 flex items-center">
        <IconButton
          size="sm"
          label={t('assistant.like')}
          aria-pressed={liked}
          onPress={like}
          icon={<ThumbsUp aria-hidden {...(liked ? pressed : unpressed)} />}
        />
        <IconButton
          size="sm"
          label={t('assistant.dislike')}
          aria-pressed={disliked}
          onPress={dislike}
          icon={<ThumbsDown aria-hidden {...(disliked ? pressed : unpressed)} />}
        />
        <IconButton
          size="sm"
          label={t('assistant.copy')}
          onPress={() => void copy()}
          icon={<Copy aria-hidden className="size-4 text-sub" />}
        />
        {time && <span className="ml-auto text-xs text-sub tabular-nums">{format.time(time, timeZone)}</span>}
      </div>
      {isCommenting && disliked && <CommentForm message={message} onDone={() => setCommenting(false)} />}
    </div>
  );
}

/** Without a secure connection there is no clipboard to write to. */
async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** It opens below its button, where the window may end. */
const showWhole = (form: HTMLFormElement | null) => form?.scrollIntoView({ block: 'nearest' });

function CommentForm({ message, onDone }: { message: Message; onDone: () => void }) {
  const { t } = useText();
  const { assistant } = useSurroundings();
  const [comments, setComments] = useState('');
  const [attachText, setAttachText] = useState(false);
  const [isPending, setPending] = useState(false);
  const titleId = useId();
  useTyped(comments.trim() !== '');

  const send = async () => {
    setPending(true);
    try {
      await assistant.comment(message, comments, attachText);
      toast(t('assistant.comment.sent'), { tone: 'ok' });
      onDone();
    } catch {
      toast(t('assistant.failed.rest'), { tone: 'error' });
    } finally {
      setPending(false);
    }
  };

  return (
    <form
      ref={showWhole}
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-lg bg-sunken p-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <span id={titleId} className="sr-only">
        {t('assistant.comment')}
      </span>
      <TextAreaField
        label={t('assistant.comment')}
        rows={2}
        maxLength={maxCommentLetters}
        value={comments}
        onChange={setComments}
      />
      <CheckboxField label={t('assistant.comment.attach')} value={attachText} onChange={setAttachText} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" pending={isPending} disabled={comments.trim() === '' && !attachText}>
          {t('assistant.comment.send')}
        </Button>
        <Button variant="ghost" size="sm" onPress={onDone}>
          {t('assistant.comment.skip')}
        </Button>
      </div>
    </form>
  );
}
