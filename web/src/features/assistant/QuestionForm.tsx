/** 'Ask a question': Enter sends, Shift and Enter begin a new line. While nothing can be asked it keeps the focus, and takes no letters. */
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { useText } from '../../i18n';
import { Button, cx, type FocusTarget, IconButton, steadyPress, useTyped } from '../../ui';
import { isBlank, isTooLong } from './conversation';
import { useAssistant, useReadiness, useSurroundings } from './surroundings';
import { useSuggestions } from './useSuggestions';

type QuestionFormProps = { ref: Ref<FocusTarget>; takesFocus: boolean };

/** As high as what is typed, up to six lines. */
const growing = { fieldSizing: 'content', maxHeight: '9rem', resize: 'none' } as const;

export function QuestionForm({ ref, takesFocus }: QuestionFormProps) {
  const { t } = useText();
  const { assistant } = useSurroundings();
  const draft = useAssistant((state) => state.draft);
  const ready = useReadiness();
  const notice = useSuggestions('suggested').data?.notice;
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const isTooMuch = isTooLong(draft);
  useTyped(!isBlank(draft));
  const link = useAssistant((state) => state.link);
  const isCut = link === 'connecting' || link === 'disconnected';
  const hint = isTooMuch
    ? t('assistant.tooLong')
    : ready === 'ready'
      ? null
      : t(`assistant.${ready === 'busy' && isCut ? link : ready}`);

  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), []);
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, [takesFocus]);

  const send = () => {
    if (assistant.ask(draft)) assistant.setDraft('');
    area.current?.focus();
  };
  const sendByEnter = (event: KeyboardEvent) => {
    // While letters are being put together, Enter chooses among them.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="flex flex-none flex-col gap-2 border-t border-line px-4 py-3">
      <form
        ref={steadyPress}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className={cx(
          'flex items-end gap-2 rounded-lg border border-line-strong p-1.5 pl-3.5 focus-within:border-focus focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1',
          ready === 'ready' ? 'bg-raised' : 'bg-sunken',
        )}
      >
        <textarea
          ref={area}
          aria-label={t('assistant.input')}
          placeholder={t('assistant.input')}
          rows={1}
          value={draft}
          readOnly={ready !== 'ready'}
          aria-disabled={ready !== 'ready'}
          aria-invalid={isTooMuch}
          aria-describedby={hintId}
          enterKeyHint="send"
          onChange={(event) => assistant.setDraft(event.target.value)}
          onKeyDown={sendByEnter}
          className={cx(
            'min-h-10 min-w-0 flex-1 bg-transparent py-2 outline-none placeholder:text-sub',
            ready !== 'ready' && 'text-sub',
          )}
          style={growing}
        />
        {ready === 'busy' ? (
          <IconButton
            key="stop"
            label={t('assistant.stop')}
            variant="secondary"
            onPress={() => {
              assistant.stop();
              area.current?.focus();
            }}
            icon={<Square aria-hidden fill="currentColor" className="size-4" />}
          />
        ) : (
          <IconButton
            key="send"
            type="submit"
            label={t('assistant.send')}
            variant="primary"
            disabled={ready !== 'ready' || isBlank(draft) || isTooMuch}
            icon={<ArrowUp aria-hidden className="size-5" />}
          />
        )}
      </form>
      <div className="flex min-h-6 items-center justify-between gap-3 text-xs text-sub">
        <div>
          <p id={hintId} className={isTooMuch ? 'font-medium text-bad-ink' : undefined}>
            {hint}
          </p>
          <p>{t('assistant.disclaimer')}</p>
          {notice && <p className="text-pretty">{notice}</p>}
        </div>
        {link === 'disconnected' && (
          <Button variant="ghost" size="sm" onPress={assistant.reconnect}>
            {t('assistant.connectNow')}
          </Button>
        )}
      </div>
    </div>
  );
}
