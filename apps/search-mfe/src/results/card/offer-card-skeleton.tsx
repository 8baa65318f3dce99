import { classNames, Skeleton } from '@fareline/ui-theme';
import { cardGrid, carriersArea, lastLine, priceArea, slicesArea } from './card-layout.tsx';

function Row() {
  return (
    <div className="flex gap-2.5">
      <Skeleton className="my-1 size-8 shrink-0 rounded-round" />
      <Skeleton className="h-10 grow" />
    </div>
  );
}

/** The placeholder of a card that is being loaded, in its shape. (RESULTS-24) */
export function OfferCardSkeleton({ rows }: { rows: 1 | 2 }) {
  return (
    <div aria-hidden data-testid="offer-skeleton" className={cardGrid}>
      <div className={classNames(carriersArea, 'xl:hidden')}>
        <Skeleton className="h-4 w-3/4" />
      </div>
      <div className={slicesArea(rows)}>
        <Row />
        {rows === 2 && <Row />}
      </div>
      <Skeleton className="h-19.5 md:h-13.5" />
      <div className={classNames(priceArea(rows), 'justify-items-end gap-1')}>
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-11 w-full md:h-7" />
      </div>
      <div className={lastLine(rows)}>
        <Skeleton className="h-4 w-3/4" />
      </div>
    </div>
  );
}
