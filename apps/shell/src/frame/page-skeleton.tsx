import { Skeleton, VisuallyHidden } from '@fareline/ui-theme';
import { SlowPage } from './slow-page.tsx';

/** The placeholder of a screen that is loading. */
export function PageSkeleton() {
  return (
    <div className="mx-auto grid max-w-7xl gap-4 px-4 py-8" role="status">
      <VisuallyHidden>Loading this page</VisuallyHidden>
      <SlowPage />
      <Skeleton className="h-10 w-[min(24rem,80%)]" />
      <Skeleton className="h-5 w-[min(34rem,95%)]" />
      <Skeleton className="mt-2 h-36 rounded-card" />
      <Skeleton className="mt-2 h-36 rounded-card" />
    </div>
  );
}
