import { LoadingText, Skeleton } from '@fareline/ui-theme';

/** The loading state of the offer page. (OFFER-02) */
export function OfferLoading() {
  return (
    <div className="mx-auto grid max-w-7xl items-start gap-6 px-4 py-6 md:px-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-4">
        <LoadingText>Loading flight details...</LoadingText>
        <Skeleton className="h-56" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="h-64" />
    </div>
  );
}
