import { Skeleton } from '@fareline/ui-theme';

function Row() {
  return (
    <div className="grid grid-cols-[5rem_1fr_5rem] items-center gap-4 md:grid-cols-[5.5rem_5.5rem_1fr_5.5rem_4.5rem] xl:grid-cols-[9rem_6.5rem_1fr_6.5rem_5rem]">
      <Skeleton className="col-span-3 h-8 w-28 max-w-full md:col-span-1" />
      <Skeleton className="h-10" />
      <Skeleton className="h-2" />
      <Skeleton className="h-10" />
      <Skeleton className="col-span-3 h-5 w-16 md:col-span-1" />
    </div>
  );
}

/** The placeholder of a card that is being loaded. (RESULTS-24) */
export function OfferCardSkeleton({ rows }: { rows: 1 | 2 }) {
  return (
    <div
      aria-hidden
      data-testid="offer-skeleton"
      className="grid gap-4 content-start rounded-card border border-line bg-card p-3 md:grid-cols-[minmax(0,1fr)_7rem] md:gap-6 md:p-4"
    >
      <div className="grid content-start gap-5">
        <Row />
        {rows === 2 && <Row />}
      </div>
      <div className="flex justify-between gap-3 md:flex-col md:justify-start">
        <Skeleton className="h-8 w-24 md:self-end" />
        <Skeleton className="h-11 w-32 md:w-full" />
      </div>
    </div>
  );
}
