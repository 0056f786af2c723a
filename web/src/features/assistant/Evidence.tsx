/** How an answer is known: what was quoted, where each part was looked up, of which day, and which engine put it into words. */
import { useText } from '../../i18n';
import { type Format, useFormat } from '../../i18n/format';
import { Link } from '../../ui';
import { useSurroundings } from './surroundings';
import type { Answer, AnswerSource } from './wire';

/** Word for word, with its place. */
export function Quotes({ sources }: { sources: readonly AnswerSource[] }) {
  const { t } = useText();
  const { openPath } = useSurroundings();
  return sources
    .filter(({ quote }) => quote)
    .map(({ quote, title, words, page, path }) => {
      const href = openPath(path);
      const name = title ?? words;
      const place = page === null ? name : t('assistant.quote.page', { title: name, page });
      return (
        <figure key={`${place} ${quote}`} className="rounded-lg bg-sunken p-3.5">
          <blockquote className="text-pretty" style={{ whiteSpace: 'pre-wrap' }}>
            {quote}
          </blockquote>
          <figcaption className="mt-1 text-sm text-sub">{href ? <Link href={href}>{place}</Link> : place}</figcaption>
        </figure>
      );
    });
}

export function Evidence({ answer: { sources, engine } }: { answer: Answer }) {
  const { t } = useText();
  const format = useFormat();
  const { openPath } = useSurroundings();
  if (sources.length === 0 && engine === null) return null;
  return (
    <details>
      <summary className="focus-ring w-fit cursor-pointer rounded-sm py-1 text-sm font-medium text-sub">
        {t('assistant.know')}
      </summary>
      <div className="flex flex-col gap-2 pl-4 text-sm">
        {sources.length > 0 && (
          <ul className="flex flex-col gap-1">
            {sources.map((source, index) => {
              const name = source.title ?? source.words;
              const href = openPath(source.path);
              const day = dayOf(source.asOf, format);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the sources of one answer never change their places.
                <li key={index}>
                  {href ? <Link href={href}>{name}</Link> : name}
                  {day && <span className="text-sub"> · {t('assistant.know.asOf', { day })}</span>}
                </li>
              );
            })}
          </ul>
        )}
        {engine && <p className="text-sub">{t(`assistant.know.${engine}`)}</p>}
      </div>
    </details>
  );
}

/** A day as people write it; what is none is said as it came. */
function dayOf(asOf: string | null, format: Format): string | null {
  const isDay = asOf !== null && /^\d{4}-\d{2}-\d{2}$/.test(asOf) && !Number.isNaN(Date.parse(asOf));
  return isDay ? format.day(asOf) : asOf;
}
