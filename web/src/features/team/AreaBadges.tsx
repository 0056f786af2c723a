/** In which areas a report counts, as quiet pills. */
import { useText } from '../../i18n';
import { Badge } from '../../ui';
import { areasOf } from './team';

export function AreaBadges({ areas }: { areas: readonly string[] }) {
  const { t } = useText();
  return (
    <span className="flex flex-wrap gap-1.5 max-sm:justify-end">
      {areasOf({ primary: [...areas], secondary: [] }).map((area) => (
        <Badge key={area} tone={area === 'Time Off' ? 'info' : 'neutral'}>
          {area === 'Time Off' ? t('team.area.timeOff') : t('team.area.personalInfo')}
        </Badge>
      ))}
    </span>
  );
}
