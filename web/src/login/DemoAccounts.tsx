/** On a demo server only: its made-up people, each one press away. */
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Avatar, Button, Spinner } from '../ui';
import type { DemoAccount } from './server';
import { useText } from './text';

/** The people every demo has; their usernames never change. */
const people = ['ana', 'victor', 'marcus', 'priya', 'dana', 'omar', 'grace', 'evan', 'elena', 'hugo', 'mina'] as const;

/** In the reader's language where we have it, else in the server's English. */
function Who({ account: { who, username } }: { account: DemoAccount }) {
  const { t, language } = useText();
  const known = people.find((candidate) => candidate === username);
  return (
    <span lang={known ? language : 'en'} className="block text-sm leading-4.5 font-normal text-sub text-pretty">
      {known ? t(`login.who.${known}`) : who}
    </span>
  );
}

type DemoAccountsProps = {
  accounts: readonly DemoAccount[];
  onChoose: (account: DemoAccount) => void;
  /** Who is being signed in right now. */
  opening: string | null;
  disabled: boolean;
};

export default function DemoAccounts({ accounts, onChoose, opening, disabled }: DemoAccountsProps) {
  const { t } = useText();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} className="text-lg font-semibold tracking-tight">
        {t('login.demo.title')}
      </h2>
      <p className="mt-0.5 mb-4 text-sm text-sub text-pretty">{t('login.demo.lead')}</p>
      <ul className="grid gap-2.5 sm:grid-cols-2">
        {accounts.map((account) => {
          const { username, firstName, lastName, language } = account;
          const isOpening = opening === username;
          return (
            <li key={username} className="flex">
              <Button
                variant="secondary"
                wide
                onPress={() => onChoose(account)}
                disabled={disabled && !isOpening}
                className="group h-auto! min-h-17 min-w-0 justify-start! gap-3! rounded-lg! px-3.5! py-2.5! text-left whitespace-normal!"
              >
                <Avatar firstName={firstName} lastName={lastName} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">
                    {firstName} {lastName}
                  </span>
                  <Who account={account} />
                  {language === 'es' && <span className="sr-only">{t('login.demo.speaksSpanish')}</span>}
                </span>
                {isOpening ? (
                  <Spinner />
                ) : (
                  <ArrowRight
                    aria-hidden
                    className="size-4.5 flex-none text-sub transition-transform group-hover:translate-x-0.5"
                  />
                )}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
