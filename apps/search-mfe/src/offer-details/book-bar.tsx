import type { Offer } from '@fareline/contracts';
import { Button, PriceText } from '@fareline/ui-theme';
import { ArrowLeft } from '@fareline/ui-theme/icons';
import { Link } from 'react-router';
import { bookingAddress } from './offer-addresses.ts';

/** The total and the way on: on top of a large screen, at the bottom of a small one. (OFFER-04, OFFER-05) */
export function BookBar({ offer, back }: { offer: Offer; back: string }) {
  const [outbound] = offer.slices;
  const total = <PriceText amount={offer.total_amount} currency={offer.total_currency} size="large" />;
  return (
    <>
      <div className="z-20 border-b border-line bg-card lg:sticky lg:top-[var(--header-height,4.5rem)]">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 px-4 py-3 md:px-6">
          <Button variant="ghost" asChild>
            <Link to={back}>
              <ArrowLeft aria-hidden size={18} strokeWidth={1.5} />
              Back to Search
            </Link>
          </Button>
          <h1 className="min-w-0 basis-full text-large md:flex-1 md:basis-0 md:truncate">
            {outbound?.origin.city_name ?? outbound?.origin.iata_code ?? 'N/A'} to{' '}
            {outbound?.destination.city_name ?? outbound?.destination.iata_code ?? 'N/A'}
          </h1>
          <div className="hidden items-center gap-4 lg:flex">
            {total}
            <Button size="large" asChild>
              <Link to={bookingAddress(offer)}>Book This Flight</Link>
            </Button>
          </div>
        </div>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-card px-4 py-3 lg:hidden">
        <div>
          <p className="text-small text-text-muted">Total</p>
          {total}
        </div>
        <Button size="large" asChild>
          <Link to={bookingAddress(offer)}>Book Now</Link>
        </Button>
      </div>
    </>
  );
}
