/** A new installation's first hour: each step with what to do, done as soon as the server sees it. */
import { Circle, CircleCheck } from 'lucide-react';
import { useText } from '../../i18n';
import { Card, Link, Progress } from '../../ui';
import { type FirstHour, type Links, stepsOf } from './attention';

export function FirstHourCard({ hour, links }: { hour: FirstHour; links: Links }) {
  const { t } = useText();
  const steps = stepsOf(hour, links);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card title={t('attention.first')} description={t('attention.first.lead')} flush>
      <div className="px-5 pb-5 sm:px-6">
        <Progress
          label={t('attention.first.progress')}
          value={done}
          max={steps.length}
          valueText={t('attention.first.done', { done, all: steps.length })}
        />
      </div>
      <ol className="divide-y divide-line border-t border-line">
        {steps.map(({ step, isDone, href }) => {
          const Icon = isDone ? CircleCheck : Circle;
          const title = t(`attention.step.${step}`);
          return (
            <li key={step} className="flex items-start gap-4 px-5 py-4 sm:px-6">
              <Icon aria-hidden className={`mt-0.5 size-5 flex-none ${isDone ? 'text-ok' : 'text-sub'}`} />
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  {href && !isDone ? <Link href={href}>{title}</Link> : title}
                  <span className="sr-only"> – {t(isDone ? 'attention.step.done' : 'attention.step.open')}</span>
                </p>
                {!isDone && <p className="text-sm text-sub text-pretty">{t(`attention.stepBody.${step}`)}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
