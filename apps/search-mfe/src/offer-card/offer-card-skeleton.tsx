import { classNames, Skeleton } from '@fareline/ui-theme';

function Row() {
  return (
    <div className="flex gap-2">
      <Skeleton className="my-1 size-8 shrink-0 rounded-round" />
      <Skeleton className="h-10 grow" />
    </div>
  );
}

/** The placeholder of a card that is being loaded, in its shape. (RESULTS-24) */
export function OfferCardSkeleton({ rows }: { rows: 1 | 2 }) {
  return (
    <div
      aria-hidden
      data-testid="offer-skeleton"
      className="grid content-start items-start gap-x-6 gap-y-1.5 rounded-card border border-line bg-card p-3 md:gap-y-2 md:grid-cols-[minmax(0,1fr)_7.5rem] md:p-4 xl:grid-cols-[minmax(0,1fr)_23.25rem_7.5rem] min-[90rem]:p-5"
    >
      <Skeleton className="h-4 w-3/4 md:max-xl:col-span-2 md:max-xl:-mb-0.5 xl:[grid-area:2/1]" />
      <div
        className={classNames(
          'grid gap-2.5 pb-1.5 md:max-xl:col-span-2 md:max-xl:gap-4 md:max-xl:pb-1 xl:min-h-24.5 xl:content-center xl:gap-4.5 xl:pb-0 xl:[grid-area:1/1]',
          rows === 2 && 'md:max-xl:grid-cols-2',
        )}
      >
        <Row />
        {rows === 2 && <Row />}
      </div>
      <div className="mb-5 grid gap-1.5 md:mb-6 md:grid-cols-3 xl:mb-0">
        <Skeleton className="h-11 md:h-20.5 xl:h-24.5" />
        <Skeleton className="h-20.5 max-md:hidden xl:h-24.5" />
        <Skeleton className="h-20.5 max-md:hidden xl:h-24.5" />
      </div>
      <div className="flex justify-between gap-3 md:col-start-2 md:row-[3/span_2] md:flex-col md:items-end md:justify-start xl:col-start-3 xl:row-[1]">
        <Skeleton className="h-11 w-24" />
        <Skeleton className="h-9 w-30" />
      </div>
    </div>
  );
}
