/** Which version of the portal someone gets. Chosen is saved. */
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { SelectField } from '../../ui';
import { useHelp } from './account';
import { SetPortalVersion, versions } from './adding';

export function PortalVersion({ personId, version, name }: { personId: string; version: string; name: string }) {
  const { t } = useText();
  const set = useSubmit(SetPortalVersion);
  const { run } = useHelp();
  return (
    <SelectField
      label={t('employment.add.version')}
      description={t('employment.add.version.hint')}
      value={version}
      disabled={set.isPending}
      onChange={(chosen) => {
        const next = versions.find((one) => one === chosen);
        if (next && next !== version)
          void run(() => set.mutateAsync({ personId, version: next }), t('employment.version.done', { name }));
      }}
      options={versions.map((value) => ({ value, label: t(`employment.add.version.${value}`) }))}
    />
  );
}
