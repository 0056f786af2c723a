/** How the assistant would understand a question. It reads no one's records, and nothing is kept. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, Card, ErrorState, FactList, type FocusTarget, SkeletonList, TextField } from '../../ui';
import { bandOf, languageOf, questionTrouble, TestAssistant, type Tested } from './assistant-console';

export function TestBox({ tenantId }: { tenantId: string }) {
  const { t, language } = useText();
  const api = useApi();
  const [question, setQuestion] = useState('');
  const [tried, setTried] = useState<{ question: string; nth: number } | null>(null);
  const [trouble, setTrouble] = useState<'empty' | 'tooLong' | null>(null);
  const field = useRef<FocusTarget>(null);
  const test = useQuery({
    queryKey: ['assistant-console', 'test', tenantId, language, tried],
    queryFn: async ({ signal }) =>
      (await api.query(TestAssistant, { tenantId, language, question: tried?.question ?? '' }, signal)).testAssistant,
    enabled: tried !== null,
    retry: false,
  });

  const submit = () => {
    const wrong = questionTrouble(question);
    setTrouble(wrong);
    if (wrong) field.current?.focus();
    else setTried((before) => ({ question: question.trim(), nth: (before?.nth ?? 0) + 1 }));
  };

  return (
    <Card title={t('assistantConsole.test')} description={t('assistantConsole.test.lead')}>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            ref={field}
            label={t('assistantConsole.test.question')}
            value={question}
            onChange={(typed) => {
              setQuestion(typed);
              setTrouble(null);
            }}
            {...(trouble && { error: t(`assistantConsole.test.${trouble}`) })}
          />
        </div>
        <Button type="submit" variant="secondary" pending={test.isFetching}>
          {t('assistantConsole.test.try')}
        </Button>
      </form>
      <div aria-live="polite" className="mt-4">
        {tried && test.isPending && <SkeletonList rows={3} />}
        {test.isError && (
          <ErrorState
            title={t('assistantConsole.test.failed')}
            body={errorText(t, test.error)}
            onRetry={() => void test.refetch()}
            retrying={test.isFetching}
          />
        )}
        {test.data && <Understood tested={test.data} />}
      </div>
    </Card>
  );
}

function Understood({ tested }: { tested: Tested }) {
  const { t } = useText();
  const format = useFormat();
  const model = tested.languageModel;
  const band = bandOf(tested);
  return (
    <FactList
      facts={[
        { label: t('assistantConsole.test.language'), value: t(`assistantConsole.language.${languageOf(tested)}`) },
        {
          label: t('assistantConsole.test.band'),
          value: (
            <Badge tone={band === 'answer' ? 'ok' : band === 'offer' ? 'warn' : 'neutral'}>
              {t(`assistantConsole.band.${band}`)}
            </Badge>
          ),
        },
        {
          label: t('assistantConsole.test.candidates'),
          value: (
            <ul>
              {tested.candidates.map(({ topic, label, certainty }) => (
                <li key={topic}>
                  {t('assistantConsole.test.candidate', {
                    topic: label,
                    percent: format.number(Math.round(certainty * 100)),
                  })}
                </li>
              ))}
            </ul>
          ),
        },
        ...(tested.slots
          ? [{ label: t('assistantConsole.test.slots'), value: tested.slots.split(';').join(' · ') }]
          : []),
        ...(model
          ? [
              {
                label: t('assistantConsole.test.byModel'),
                value: model.failure ?? model.label ?? t('assistantConsole.noTopic'),
              },
            ]
          : []),
      ]}
    />
  );
}
