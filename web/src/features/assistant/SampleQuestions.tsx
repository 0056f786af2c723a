/** Before anything is asked: what can be. The second tab is about what this very person has rows of. */
import { Sparkles } from 'lucide-react';
import { useText } from '../../i18n';
import { ErrorState, SkeletonList, Tabs } from '../../ui';
import { Chips } from './Chips';
import { useSurroundings } from './surroundings';
import { useSuggestions } from './useSuggestions';

export function SampleQuestions() {
  const { t } = useText();
  const { keepsHistory } = useSurroundings().assistant;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="grid size-10 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink"
        >
          <Sparkles className="size-5" />
        </span>
        <div className="min-w-0">
          <p className="text-lg font-semibold tracking-tight">{t('assistant.hello')}</p>
          <p className="text-sm text-sub text-pretty">{t('assistant.lead')}</p>
        </div>
      </div>
      <Tabs
        label={t('assistant.samples')}
        items={[
          {
            id: 'suggested',
            label: t('assistant.samples.suggested'),
            content: <Samples kind="suggested" />,
          },
          ...(keepsHistory
            ? [
                {
                  id: 'personalized',
                  label: t('assistant.samples.personalized'),
                  content: <Samples kind="personalized" />,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

function Samples({ kind }: { kind: 'suggested' | 'personalized' }) {
  const { t } = useText();
  const questions = useSuggestions(kind);
  if (questions.isPending) return <SkeletonList rows={4} />;
  if (questions.isError)
    return (
      <ErrorState
        title={t('assistant.failed.rest')}
        onRetry={() => void questions.refetch()}
        retrying={questions.isFetching}
      />
    );
  if (questions.data.questions.length === 0) return <p className="text-sm text-sub">{t('assistant.samples.empty')}</p>;
  return (
    <Chips
      wide
      title={t(`assistant.samples.${kind}`)}
      chips={questions.data.questions.map((question) => ({ label: question, question }))}
    />
  );
}
