/** Whom of the team to congratulate in the coming two weeks. */
import { Cake } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState, Link } from '../../ui';
import { CelebrationList } from './CelebrationList';
import type { TeamCelebrationData } from './home';

export default function CelebrationsCard({ data, actor, href }: HomeCardProps<TeamCelebrationData>) {
  const { t } = useText();
  return (
    <Card
      title={t('team.celebrations')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('team.card.all')}
          </Link>
        )
      }
    >
      {data.celebrations.length > 0 ? (
        <CelebrationList celebrations={data.celebrations} today={actor.today} />
      ) : (
        <EmptyState icon={<Cake />} title={t('team.celebrations.none.title')} body={t('team.celebrations.none.body')} />
      )}
    </Card>
  );
}
