import { Skeleton, VisuallyHidden } from '@fareline/ui-theme';

/** The placeholder of a screen that is loading. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status">
      <VisuallyHidden>Loading this page</VisuallyHidden>
      <Skeleton className="page-skeleton__title" />
      <Skeleton className="page-skeleton__line" />
      <Skeleton className="page-skeleton__block" />
      <Skeleton className="page-skeleton__block" />
    </div>
  );
}
