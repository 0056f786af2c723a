/** Tells people who use Evolution on their computer alone that this portal cannot open it. The server says who they are. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { Notice } from '../../ui';
import { centralOptions } from './application';

export default function DesktopOnlyNotice({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const { data: central } = useQuery(centralOptions(useApi(), tenantId));
  return central?.isDesktopOnly ? <Notice tone="info">{t('applications.evolution.desktopOnly')}</Notice> : null;
}
