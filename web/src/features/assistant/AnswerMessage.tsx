/** One answer: the fact first, then how it adds up, what it is made of, and what to do with it. All of it is text; nothing in it is markup. */
import { Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n';
import { Button, LinkButton, savePdf, toast } from '../../ui';
import { AnswerActions } from './AnswerActions';
import { Chips } from './Chips';
import type { Message } from './conversation';
import { Evidence, Quotes } from './Evidence';
import { Figures } from './Figures';
import { Person } from './Person';
import { useAssistant, useReadiness, useSurroundings } from './surroundings';
import type { StubDownload } from './wire';

export function AnswerMessage({ message, isLast }: { message: Message; isLast: boolean }) {
  const { t } = useText();
  const { answer, text, isStopped, showFeedbackButtons } = message;
  // An empty line says no more than the end of the one before it.
  const paragraphs = text.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-2 text-pretty" lang={answer?.language ?? undefined}>
        <span className="sr-only">{t('assistant.answered')} </span>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never change their places.
          <p key={index} className={index === 0 && paragraphs.length > 1 ? 'font-medium' : undefined}>
            {paragraph}
          </p>
        ))}
        {isStopped && <p className="text-sm text-sub">{t('assistant.stopped')}</p>}
      </div>
      {answer && (
        <>
          {isLast && <Choices answer={answer} />}
          <Figures answer={answer} />
          <Quotes sources={answer.sources} />
          <Ways answer={answer} />
          {answer.handOver && <Person person={answer.handOver} />}
          <Evidence answer={answer} />
        </>
      )}
      {showFeedbackButtons && <AnswerActions message={message} />}
    </div>
  );
}

/** A question of the assistant's own, with the answers to it. */
function Choices({ answer: { band, candidates } }: { answer: NonNullable<Message['answer']> }) {
  const { t } = useText();
  if (band !== 'ask_back' || candidates.length === 0) return null;
  const chips = candidates.map(({ label, question }) => ({ label, question: question || label }));
  return <Chips untitled title={t('assistant.candidates')} chips={chips} />;
}

/** Where an answer leads: pages of ours that the asker can open, and the file. */
function Ways({ answer: { links, download } }: { answer: NonNullable<Message['answer']> }) {
  const { openPath } = useSurroundings();
  const open = links.flatMap(({ label, path }) => {
    const href = openPath(path);
    return href === null ? [] : [{ label, href }];
  });
  if (open.length === 0 && !download) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {download && <StubPdf download={download} linked={open.map(({ href }) => href)} />}
      {open.map(({ label, href }) => (
        <LinkButton key={href} href={href} variant="secondary" size="sm" className="max-w-full">
          <span className="truncate">{label}</span>
        </LinkButton>
      ))}
    </div>
  );
}

function StubPdf({ download, linked }: { download: StubDownload; linked: readonly string[] }) {
  const { t } = useText();
  const { assistant, openPath, stubPath } = useSurroundings();
  const isByCalls = useAssistant(({ link }) => link === 'rest');
  const isReady = useReadiness() === 'ready';
  const [isPending, setPending] = useState(false);
  const page = openPath(stubPath(download.paystubId));

  const save = async () => {
    setPending(true);
    try {
      const { base64, fileName } = await assistant.download(download);
      savePdf(base64, fileName || download.fileName);
      toast(t('assistant.downloaded'), { tone: 'ok' });
    } catch {
      toast(t('assistant.downloadFailed'), { tone: 'error' });
    } finally {
      setPending(false);
    }
  };

  // The file comes through the socket. Without one it is on the stub's own page.
  if (isByCalls)
    return (
      page &&
      !linked.includes(page) && (
        <LinkButton href={page} variant="secondary" size="sm" icon={<ExternalLink aria-hidden className="size-4" />}>
          {t('assistant.openStub')}
        </LinkButton>
      )
    );
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={isPending}
      disabled={!isReady}
      onPress={() => void save()}
      icon={<Download aria-hidden className="size-4" />}
    >
      {t('assistant.download')}
    </Button>
  );
}
