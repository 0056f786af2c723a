import { PeoplePage } from '../../features/employment/PeoplePage';

export default function AdminPeoplePage() {
  return <PeoplePage />;
}
