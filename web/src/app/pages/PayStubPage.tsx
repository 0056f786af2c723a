import { useParams } from '@tanstack/react-router';
import { PayStubPage as PayStub } from '../../features/pay-stubs/PayStubPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

export default function PayStubPage() {
  const actor = useActor();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <PayStub key={`${actor.companyId} ${id}`} actor={actor} id={id} historyHref={paths.payHistory()} />;
}
