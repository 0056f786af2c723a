/** A page one only passes through: it says what is going on, and if it went wrong, so and Retry. */
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useText } from '../../i18n';
import { Button, Spinner } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { Message } from './Message';

type PassageProps = { title: string; failure?: { title: string; body: string; onRetry: () => void } | null };

export function Passage({ title, failure = null }: PassageProps) {
  const { t } = useText();
  return (
    <PublicPage>
      {failure ? (
        <Message icon={TriangleAlert} tone="bad" title={failure.title} body={failure.body}>
          <Button onPress={failure.onRetry} icon={<RotateCw aria-hidden className="size-4" />}>
            {t('app.retry')}
          </Button>
        </Message>
      ) : (
        <div className="flex flex-col items-center gap-6 text-center">
          <Spinner className="size-8" />
          <h1 className="text-xl font-semibold tracking-[-.02em]">{title}</h1>
        </div>
      )}
    </PublicPage>
  );
}
