/** What the company keeps under names of its own, with the way to have it changed. */
import type { Actor } from '../../api/actor';
import { attributeText } from '../../api/additional-info';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, Card, FactList, useOpened } from '../../ui';
import { AdditionalDialog } from './AdditionalDialog';
import { kindOf, type OwnRequest, outstanding, type Profile } from './profile';
import { Waiting } from './Waiting';

type AdditionalSectionProps = { actor: Actor; profile: Profile; requests: readonly OwnRequest[]; isReadOnly: boolean };

export function AdditionalSection({ actor, profile, requests, isReadOnly }: AdditionalSectionProps) {
  const { t } = useText();
  const format = useFormat();
  const { opened, open, close } = useOpened<'form', never>('form');
  if (profile.additionalInfo.length === 0) return null;
  const waiting = outstanding(requests, 'additionalInfo');
  const facts = profile.additionalInfo.map((attribute) => ({
    label: attribute.attributeName,
    value: attributeText(kindOf(attribute), attribute.attributeValue, format),
    numeric: kindOf(attribute) !== 'attributeString',
  }));
  return (
    <Card
      title={t('profile.additional')}
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
      <FactList facts={facts} />
      <AdditionalDialog key={opened.serial} open={opened.isOpen} onClose={close} actor={actor} profile={profile} />
    </Card>
  );
}
