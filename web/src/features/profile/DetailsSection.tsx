/** Personal information and home address, with the way to have them changed. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, Card, FactList, useOpened } from '../../ui';
import { DetailsDialog } from './DetailsDialog';
import { type OwnRequest, outstanding, type Profile } from './profile';
import { useValueText } from './valueText';
import { Waiting } from './Waiting';

type DetailsSectionProps = { actor: Actor; profile: Profile; requests: readonly OwnRequest[]; isReadOnly: boolean };

export function DetailsSection({ actor, profile, requests, isReadOnly }: DetailsSectionProps) {
  const { t } = useText();
  const format = useFormat();
  const words = useValueText();
  const { opened, open, close } = useOpened<'form', never>('form');
  const { physicalAddress: home, ...person } = profile.demographics;
  const waiting = outstanding(requests, 'demographics');
  const said = (text: string) => (text ? words.value(text) : t('profile.form.notSaid'));
  const names = (['firstName', 'middleName', 'lastName'] as const).filter((name) => person[name] !== '');
  const street = [home.addressLine1, home.addressLine2, `${home.city}, ${home.state} ${home.zip}`].filter(Boolean);
  return (
    <Card
      title={t('profile.personal')}
      action={
        !isReadOnly && (
          <Button
            variant="secondary"
            size="sm"
            onPress={() => open('form', null)}
            disabledReason={waiting && t('error.OUTSTANDING_REQUEST')}
          >
            {t('profile.edit')}
          </Button>
        )
      }
    >
      {waiting && <Waiting actor={actor} request={waiting} />}
      <FactList
        layout="grid"
        facts={[
          ...names.map((name) => ({ label: words.field(name), value: person[name] })),
          { label: words.field('dateOfBirth'), value: format.day(person.dateOfBirth), numeric: true },
          { label: words.field('gender'), value: said(person.gender) },
          { label: words.field('maritalStatus'), value: said(person.maritalStatus) },
        ]}
      />
      <h3 className="mt-6 mb-1 border-t border-line pt-5 text-sm font-semibold">{t('profile.address')}</h3>
      <address className="leading-relaxed not-italic">
        {home.addressLine1 === '' ? (
          <span className="text-sub">{t('profile.form.notSaid')}</span>
        ) : (
          street.map((line) => (
            <span key={line} className="block break-words">
              {line}
            </span>
          ))
        )}
      </address>
      <DetailsDialog key={opened.serial} open={opened.isOpen} onClose={close} actor={actor} profile={profile} />
    </Card>
  );
}
