/** Maintenance, the second factor, and everything that can be turned on or off. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { textOr } from '../../i18n/known';
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  ErrorState,
  Notice,
  SelectField,
  SkeletonList,
  SwitchField,
  useOpened,
} from '../../ui';
import {
  type Flag,
  maintenance,
  PortalSettings,
  portalKey,
  type SecondFactor,
  SetFlag,
  SetSecondFactor,
  type Settings,
} from './portal';
import { useSaved } from './useSaved';

const policies = ['stepUp', 'newDevice', 'always'] as const satisfies readonly SecondFactor[];

export function SettingsTab({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const settings = useQuery({
    queryKey: [portalKey, 'settings', tenantId],
    queryFn: async ({ signal }) => (await api.query(PortalSettings, { tenantId }, signal)).portalSettings,
  });
  if (!settings.data) {
    return (
      <Card>
        {settings.error ? (
          <ErrorState
            title={t('portal.settings.loadFailed')}
            body={errorText(t, settings.error)}
            onRetry={() => void settings.refetch()}
            retrying={settings.isFetching}
          />
        ) : (
          <SkeletonList rows={6} />
        )}
      </Card>
    );
  }
  const closed = settings.data.flags.find(({ key }) => key === maintenance);
  return (
    <div className="flex flex-col gap-5">
      {closed && <Maintenance tenantId={tenantId} flag={closed} />}
      <SecondFactorCard
        key={settings.data.secondFactor}
        tenantId={tenantId}
        secondFactor={settings.data.secondFactor}
      />
      <Flags tenantId={tenantId} settings={settings.data} />
    </div>
  );
}

/** Closing the portal is asked about first; opening it again is not. */
function Maintenance({ tenantId, flag }: { tenantId: string; flag: Flag }) {
  const { t } = useText();
  const set = useSubmit(SetFlag);
  const { opened, open, close } = useOpened<'close', Flag>('close');
  const { run, failure } = useSaved(close);
  const turn = (isOn: boolean | null, done: string) =>
    run(() => set.mutateAsync({ tenantId, key: maintenance, isOn }), done);
  return (
    <Card
      title={t('portal.maintenance')}
      description={t('portal.maintenance.lead')}
      action={
        <Badge tone={flag.isOn ? 'warn' : 'ok'}>
          {t(flag.isOn ? 'portal.maintenance.on' : 'portal.maintenance.off')}
        </Badge>
      }
    >
      <div className="flex flex-col items-start gap-3">
        {flag.isOn ? (
          <Button pending={set.isPending} onPress={() => void turn(null, t('portal.maintenance.opened'))}>
            {t('portal.maintenance.end')}
          </Button>
        ) : (
          <Button variant="secondary" onPress={() => open('close', flag)}>
            {t('portal.maintenance.begin')}
          </Button>
        )}
        {failure && !opened.isOpen && <Notice tone="bad">{failure.text}</Notice>}
      </div>
      {opened.row && (
        <ConfirmDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('portal.maintenance.question')}
          body={t('portal.maintenance.body')}
          confirmLabel={t('portal.maintenance.begin')}
          cancelLabel={t('app.cancel')}
          onConfirm={async () => {
            if (!(await turn(true, t('portal.maintenance.closed')))) throw new Error('The question stays open.');
          }}
        >
          {failure && <p role="alert">{failure.text}</p>}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function SecondFactorCard({ tenantId, secondFactor }: { tenantId: string; secondFactor: SecondFactor }) {
  const { t } = useText();
  const set = useSubmit(SetSecondFactor);
  const [when, setWhen] = useState<SecondFactor>(secondFactor);
  const { run, failure, setFailure } = useSaved(() => undefined);
  return (
    <Card title={t('portal.secondFactor')} description={t('portal.secondFactor.lead')}>
      <div className="flex flex-col items-start gap-4">
        <SelectField
          label={t('portal.secondFactor.when')}
          value={when}
          options={policies.map((value) => ({ value, label: t(`portal.secondFactor.${value}`) }))}
          onChange={(value) => {
            setFailure(null);
            setWhen(policies.find((one) => one === value) ?? when);
          }}
          error={failure?.text}
          className="w-full max-w-md"
        />
        <Button
          pending={set.isPending}
          disabledReason={when === secondFactor ? t('portal.unchanged') : undefined}
          onPress={() => void run(() => set.mutateAsync({ tenantId, when }), t('portal.secondFactor.saved'))}
        >
          {t('portal.save')}
        </Button>
      </div>
    </Card>
  );
}

/** Each counts from the next page someone opens. */
function Flags({ tenantId, settings }: { tenantId: string; settings: Settings }) {
  const { t } = useText();
  const set = useSubmit(SetFlag);
  const { run, failure } = useSaved(() => undefined);
  const name = (key: string) => textOr(t, `portal.flag.${key}`, key);
  return (
    <Card title={t('portal.flags')} description={t('portal.flags.lead')}>
      <div className="flex flex-col divide-y divide-line">
        {failure && (
          <Notice tone="bad" className="mb-3">
            {failure.text}
          </Notice>
        )}
        {settings.flags
          .filter(({ key }) => key !== maintenance)
          .map(({ key, isOn, isOnByDefault, isSet }) => (
            <div key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <SwitchField
                className="min-w-60 flex-1"
                label={name(key)}
                description={textOr(t, `portal.aboutFlag.${key}`, key)}
                value={isOn}
                disabled={set.isPending}
                onChange={(next) =>
                  void run(
                    () => set.mutateAsync({ tenantId, key, isOn: next }),
                    t(next ? 'portal.flag.turnedOn' : 'portal.flag.turnedOff', { name: name(key) }),
                  )
                }
              />
              {isSet && isOn !== isOnByDefault && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t('portal.flag.resetNamed', { name: name(key) })}
                  onPress={() =>
                    void run(
                      () => set.mutateAsync({ tenantId, key, isOn: null }),
                      t('portal.flag.wasReset', { name: name(key) }),
                    )
                  }
                >
                  {t('portal.flag.reset')}
                </Button>
              )}
            </div>
          ))}
      </div>
    </Card>
  );
}
