/** While a page is on its way. */
import { Skeleton, SkeletonList } from '../../ui';

export function PendingPage() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-8 w-64 max-w-full" />
      <SkeletonList />
    </div>
  );
}
