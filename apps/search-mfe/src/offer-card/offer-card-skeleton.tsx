import { classNames, Skeleton } from '@fareline/ui-theme';
import { cardGrid, carriersArea, priceArea, slicesArea } from './card-layout.tsx';

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
    <div aria-hidden data-testid="offer-skeleton" className={classNames(cardGrid, 'content-start')}>
      <Skeleton className={classNames(carriersArea, 'h-4 w-3/4')} />
      <div className={slicesArea(rows)}>
        <Row />
        {rows === 2 && <Row />}
      </div>
      <div className="mb-5 grid gap-1.5 md:mb-4 md:grid-cols-3 xl:mb-0">
        <Skeleton className="h-11 md:h-20.5 xl:h-24.5" />
        <Skeleton className="h-20.5 max-md:hidden xl:h-24.5" />
        <Skeleton className="h-20.5 max-md:hidden xl:h-24.5" />
      </div>
      <div className={classNames(priceArea, 'flex justify-between gap-3 md:items-end md:justify-start')}>
        <Skeleton className="h-11 w-24" />
        <Skeleton className="h-9 w-30" />
      </div>
    </div>
  );
}
