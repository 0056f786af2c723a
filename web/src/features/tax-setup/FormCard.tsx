/** One form: what it says now, what waits, and the way to fill in a new one. */
import { type Actor, may } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Button, Card, FactList, Link, Notice } from '../../ui';
import type { TaxForm } from './forms';
import { useFormName, useLines, useStatuses } from './useFormText';

type FormCardProps = { actor: Actor; form: TaxForm; link: string | null; onFill: () => void };

export function FormCard({ actor, form, link, onFill }: FormCardProps) {
  const { t } = useText();
  const format = useFormat();
  const lines = useLines();
  const name = useFormName()(form);
  const statuses = useStatuses(actor, form.level, form.state);
  const { version, signedName, inForceAt, changeRequestId } = form.standing;
  const facts = lines(form.figures, statuses);
  if (!form.isRequired)
    return (
      <Card title={name}>
        <p className="text-sub text-pretty">{t('taxSetup.notRequired', { place: form.place })}</p>
      </Card>
    );
  const blocked = changeRequestId
    ? t('taxSetup.waiting')
    : may(actor, 'employee:taxes.write')
      ? undefined
      : t('taxSetup.forbidden');
  return (
    <Card
      title={name}
      description={
        signedName && inForceAt ? t('taxSetup.since', { day: format.dayOf(inForceAt, actor.timeZone) }) : undefined
      }
      action={
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('taxSetup.fillNamed', { form: name })}
          disabledReason={blocked}
          onPress={onFill}
        >
          {t('taxSetup.fill')}
        </Button>
      }
    >
      <div className="flex flex-col items-start gap-4">
        {changeRequestId && (
          <Notice tone="info" title={t('taxSetup.pending.title')}>
            {t('taxSetup.pending.body')}
          </Notice>
        )}
        {version === 0 ? (
          <Badge tone="neutral">{t(form.level === 'local' ? 'taxSetup.none.local' : 'taxSetup.none.required')}</Badge>
        ) : (
          <div className="w-full">
            <FactList facts={facts} />
          </div>
        )}
        {link && (
          <Link href={link} external>
            {t(form.level === 'federal' ? 'taxSetup.link.federal' : 'taxSetup.link.state')}
          </Link>
        )}
      </div>
    </Card>
  );
}
