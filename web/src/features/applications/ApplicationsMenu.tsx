/** The application widget in the header: the other applications from any page, for people who look after identities or have more than two. */
import { useQuery } from '@tanstack/react-query';
import { Grip } from 'lucide-react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { IconButton, Menu, type MenuEntry } from '../../ui';
import { addressOf, centralOptions, iconOfCode, isElsewhere } from './application';

/** `own` are the places of this portal, which is itself one of the applications. */
export default function ApplicationsMenu({ tenantId, own }: { tenantId: string; own: readonly MenuEntry[] }) {
  const { t } = useText();
  const { data: central } = useQuery(centralOptions(useApi(), tenantId));
  if (!central?.showsWidget) return null;
  const others = central.tiles.map((tile): MenuEntry => {
    const Icon = iconOfCode(tile.code);
    const address = addressOf(tile);
    return {
      id: tile.code,
      label: tile.name,
      icon: <Icon aria-hidden />,
      href: address,
      external: isElsewhere(address),
    };
  });
  const groups = [
    { id: 'portal', title: t('app.name'), entries: [...own] },
    ...(others.length > 0 ? [{ id: 'others', title: central.title, entries: others }] : []),
  ];
  return (
    <Menu
      label={t('nav.applications')}
      groups={groups}
      trigger={<IconButton label={t('nav.applications')} icon={<Grip aria-hidden className="size-5.5" />} />}
    />
  );
}
