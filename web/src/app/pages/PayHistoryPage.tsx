import { useRouter, useRouterState } from '@tanstack/react-router';
import { type HistoryPlace, PayHistoryPage as PayHistory } from '../../features/pay-stubs/PayHistoryPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

/** The year and the page stand in the address: back from a stub, and after a reload, the history is where it was left. */
export default function PayHistoryPage() {
  const actor = useActor();
  const router = useRouter();
  const asked = useRouterState({ select: ({ location }) => location.search as { year?: unknown; cursor?: unknown } });
  const cursor = asked.cursor;
  const place: HistoryPlace = {
    year: yearOf(asked.year),
    cursor: typeof cursor === 'string' ? cursor : null,
  };
  const go = (to: HistoryPlace) => {
    const search = {
      ...(to.year === null ? {} : { year: to.year }),
      ...(to.cursor === null ? {} : { cursor: to.cursor }),
    };
    void router.navigate({ to: paths.payHistory(), search, replace: true });
  };
  return <PayHistory key={actor.companyId} actor={actor} stubHref={paths.paystub} place={place} onPlace={go} />;
}

function yearOf(asked: unknown): number | null {
  return typeof asked === 'number' && asked >= 1900 && asked <= 2099 ? Math.trunc(asked) : null;
}
