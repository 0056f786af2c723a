import { PayPage as Pay } from '../../features/pay-stubs/PayPage';
import { paths } from '../paths';
import { routeTable } from '../routes';
import { useActor } from '../session/viewer';

/** A page that is not built yet is not led to. */
function open(path: string): string | null {
  return routeTable.some((row) => row.path === path && row.page) ? path : null;
}

export default function PayPage() {
  const actor = useActor();
  return (
    <Pay
      key={actor.companyId}
      actor={actor}
      places={{
        history: open(paths.payHistory()),
        stub: paths.paystub,
        w2: open(paths.w2()),
        disbursements: open(paths.disbursements()),
        taxes: open(paths.taxes()),
      }}
    />
  );
}
