/** Opens an offer at its vendor's site; the name says which, for those who hear the buttons one after the other. */
import { ArrowUpRight } from 'lucide-react';
import { useText } from '../../i18n';
import { Button } from '../../ui';

type OfferButtonProps = { vendor: string; pending: boolean; onPress: () => void };

export function OfferButton({ vendor, pending, onPress }: OfferButtonProps) {
  const { t } = useText();
  return (
    <Button
      variant="secondary"
      pending={pending}
      onPress={onPress}
      aria-label={t('integration.openNamed', { vendor })}
      icon={<ArrowUpRight aria-hidden className="size-4.5" />}
    >
      {t('integration.open')}
    </Button>
  );
}
