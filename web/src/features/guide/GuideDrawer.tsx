/** The guide over the current page. */
import { useText } from '../../i18n';
import { Drawer } from '../../ui';
import { Guide } from './Guide';

export default function GuideDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useText();
  return (
    <Drawer open={open} onClose={onClose} title={t('page.guide')} description={t('guide.lead')}>
      <Guide headingLevel={3} />
    </Drawer>
  );
}
