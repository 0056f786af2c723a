/** Handing over to a person: who can help, and a letter to them that is already begun. */
import { Mail } from 'lucide-react';
import { useText } from '../../i18n';
import { LinkButton } from '../../ui';
import { letterTo } from './letter';
import type { HandOver } from './wire';

export function Person({ person }: { person: HandOver }) {
  const { t } = useText();
  const letter = letterTo(person);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3.5 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium">{t('assistant.person')}</p>
        <p className="text-sm text-sub">
          {person.name ? t('assistant.person.named', { name: person.name }) : t('assistant.person.unnamed')}
        </p>
      </div>
      {letter && (
        <LinkButton href={letter} variant="secondary" size="sm" icon={<Mail aria-hidden className="size-4" />}>
          {t('assistant.person.write')}
        </LinkButton>
      )}
    </div>
  );
}
