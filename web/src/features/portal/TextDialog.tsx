/** Changes what is added to a kind of mail, and shows it inside an example as it is typed. */
import { useState } from 'react';
import { currentOf } from '../../api/current';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { ConflictNotice, Form, FormDialog, TextAreaField } from '../../ui';
import { type CurrentText, type NoticeText, type NoticeTextInMail, SetNoticeText } from './portal';
import { useSaved } from './useSaved';

type TextDialogProps = { open: boolean; onClose: () => void; tenantId: string; text: NoticeText };

const maximumCharacters = 500;
const languages = ['english', 'spanish'] as const;

export function TextDialog({ open, onClose, tenantId, text }: TextDialogProps) {
  const { t } = useText();
  const set = useSubmit(SetNoticeText);
  const [base, setBase] = useState({
    english: text.english.text,
    spanish: text.spanish.text,
    version: text.version,
  });
  const [draft, setDraft] = useState({ english: base.english, spanish: base.spanish });
  const { run, failure, setFailure, at } = useSaved(onClose);
  const name = t(`portal.text.${text.kind}`);
  const isConflict = failure?.error?.code === 'CONFLICT';
  const theirs = isConflict ? currentOf<CurrentText>(failure.error?.current, ['english', 'spanish', 'version']) : null;
  const saveOnto = (version: number) =>
    void run(() => set.mutateAsync({ tenantId, kind: text.kind, ...draft, version }), t('portal.text.saved', { name }));
  const rows = theirs
    ? disagreeing(
        languages.map((language) => ({
          label: t(`portal.text.in.${language}`),
          theirs: theirs[language],
          mine: draft[language],
        })),
      )
    : [];
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('portal.text.title', { name })}
      formId="portal-text"
      submitLabel={t('portal.save')}
      pending={set.isPending}
      isDirty={languages.some((language) => draft[language] !== base[language])}
      submitDisabledReason={isConflict ? t('conflict.chooseFirst') : undefined}
      size="lg"
    >
      <div className="flex flex-col gap-5">
        {isConflict && (
          <ConflictNotice
            words={conflictWords(t, theirs && {}, rows)}
            rows={rows}
            pending={set.isPending}
            onKeepMine={() => (theirs ? saveOnto(theirs.version) : onClose())}
            onTakeTheirs={() => {
              if (!theirs) return onClose();
              setFailure(null);
              setBase(theirs);
              setDraft({ english: theirs.english, spanish: theirs.spanish });
            }}
          />
        )}
        <p className="text-sub text-pretty">{t('portal.text.about')}</p>
        <Form
          id="portal-text"
          onSubmit={() => saveOnto(base.version)}
          error={failure && !isConflict && !languages.some(at) ? failure.text : null}
        >
          {languages.map((language) => (
            <TextAreaField
              key={language}
              label={t(`portal.text.in.${language}`)}
              description={t('portal.text.hint')}
              value={draft[language]}
              onChange={(typed) => {
                setFailure(null);
                setDraft((before) => ({ ...before, [language]: typed }));
              }}
              maxLength={maximumCharacters}
              error={at(language)}
            />
          ))}
        </Form>
        {languages.map((language) => (
          <Example
            key={language}
            title={t(`portal.text.example.${language}`)}
            language={language === 'english' ? 'en' : 'es'}
            mail={text[language]}
            words={draft[language]}
          />
        ))}
      </div>
    </FormDialog>
  );
}

type ExampleProps = { title: string; language: 'en' | 'es'; mail: NoticeTextInMail; words: string };

function Example({ title, language, mail, words }: ExampleProps) {
  const own = words.split('\n').filter((line) => line.trim() !== '');
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      <div
        lang={language}
        className="flex flex-col gap-3 rounded-lg border border-line p-4 text-sm [overflow-wrap:anywhere]"
      >
        <p className="font-semibold">{mail.subject}</p>
        {mail.before.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {own.length > 0 && (
          <div className="flex flex-col gap-3 border-l-4 border-accent pl-3">
            {own.map((line, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own, and may repeat.
              <p key={nth}>{line}</p>
            ))}
          </div>
        )}
        {mail.after.map((line) => (
          <p key={line} className="text-sub">
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}
