/**
 * «Confirm it’s you», over the form whose change has to be proved. Cancelling gives the form back as it was; a
 * confirmation that got too old starts again without the form noticing.
 */
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { Challenge, Factor, Proof } from '../../api/step-up';
import { useText } from '../../i18n';
import { Button, Dialog, LinkButton, Notice, OtherWay } from '../../ui';
import { paths } from '../paths';
import { FactorForm } from './FactorForm';
import { useProof } from './useProof';

type StepUpDialogProps = { challenge: Challenge; onAnswer: (proof: Proof) => void };

export default function StepUpDialog({ challenge, onAnswer }: StepUpDialogProps) {
  const { t } = useText();
  const formId = useId();
  const { factors, expiresAt } = challenge;
  const [factor, setFactor] = useState<Factor | null>(factors[0] ?? null);
  const proof = useProof(challenge, () => onAnswer('proved'));
  const { isGone, expire } = proof;
  useExpiry(expiresAt, expire);

  const decline = () => onAnswer('declined');
  const cancelButton = (
    <Button variant="secondary" onPress={decline}>
      {t('app.cancel')}
    </Button>
  );

  if (factor === null || isGone) {
    return (
      <Dialog
        open
        onClose={decline}
        size="sm"
        title={isGone ? t('stepUp.gone.title') : t('stepUp.none.title')}
        description={isGone ? t('stepUp.gone.body') : t('stepUp.none.body')}
        footer={
          <>
            {cancelButton}
            {isGone ? (
              <Button autoFocus onPress={() => onAnswer('again')}>
                {t('stepUp.gone.again')}
              </Button>
            ) : (
              <LinkButton href={paths.accountSettings()} onPress={decline}>
                {t('stepUp.none.action')}
              </LinkButton>
            )}
          </>
        }
      />
    );
  }

  const others = factors.filter((other) => other !== factor);
  const isTyped = factor.kind !== 'passkey' && factor.kind !== 'upstream';
  const hasForm = isTyped && (factor.kind !== 'sms' || proof.resendAtMs !== null);
  return (
    <Dialog
      open
      onClose={decline}
      size="sm"
      title={t('stepUp.title')}
      description={t('stepUp.lead')}
      footer={
        <>
          {cancelButton}
          {hasForm && (
            <Button type="submit" form={formId} pending={proof.isBusy}>
              {t('stepUp.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <div role="alert" className="-mb-1 empty:hidden">
          {proof.trouble && (
            <Notice key={proof.trouble.serial} tone="bad">
              {proof.trouble.text}
            </Notice>
          )}
        </div>
        <FactorForm key={factor.id ?? factor.kind} id={formId} factor={factor} proof={proof} />
        {others.length > 0 && (
          <section aria-label={t('stepUp.otherWays')}>
            <h3 className="mb-1 text-sm font-semibold text-sub">{t('stepUp.otherWays')}</h3>
            <ul className="-mx-3">
              {others.map((other) => (
                <li key={other.id ?? other.kind}>
                  <OtherWay
                    kind={other.kind}
                    label={t(`factor.${other.kind}`)}
                    hint={other.hint}
                    onPress={() => {
                      proof.forgetTrouble();
                      setFactor(other);
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** A tab that slept learns it when it wakes up: timers stand still, the clock does not. */
function useExpiry(expiresAt: string, onExpired: () => void): void {
  const look = useEffectEvent(() => {
    if (Date.now() >= Date.parse(expiresAt)) onExpired();
  });
  useEffect(() => {
    const timer = setInterval(() => look(), 1000);
    return () => clearInterval(timer);
  }, []);
}
