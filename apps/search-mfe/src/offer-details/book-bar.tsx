import type { Offer } from '@fareline/contracts';
import { Button, PriceText, Sentence } from '@fareline/ui-theme';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';
import { formatPriceWithBag } from '../offers/price-with-bag.ts';
import { useBookingUrl } from './offer-urls.ts';
import { ShareOffer } from './share-offer.tsx';

const Total = ({ offer }: { offer: Offer }) => (
  <PriceText amount={offer.total_amount} currency={offer.total_currency} size="large" />
);

/** The bar on top: the link back, and on a large screen the total and the book button. (OFFER-04, OFFER-05) */
export function BookBar({ offer, backTo }: { offer: Offer; backTo: string }) {
  const [outbound] = offer.slices;
  const bookingUrl = useBookingUrl(offer);
  return (
    <div
      data-sticky-bar="top"
      className="z-20 border-b border-line bg-card lg:sticky lg:top-[var(--header-height,4.5rem)]"
    >
      <div className="page-width flex flex-wrap items-center gap-x-4 py-3">
        <Button variant="ghost" className="-ml-4.5" asChild>
          <Link to={backTo}>
            <ArrowLeft size={18} />
            Back to Search
          </Link>
        </Button>
        <ShareOffer offerId={offer.id} className="max-md:-mr-4 max-md:ml-auto md:order-1" />
        <h1 className="min-w-0 basis-full text-large md:flex-1 md:basis-0">
          {outbound?.origin.city_name ?? outbound?.origin.iata_code ?? 'N/A'} to{' '}
          {outbound?.destination.city_name ?? outbound?.destination.iata_code ?? 'N/A'}
        </h1>
        <div className="order-2 hidden items-center gap-4 lg:flex">
          <Total offer={offer} />
          <Button size="large" asChild>
            <Link to={bookingUrl}>Book This Flight</Link>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The total and the book button at the bottom of a small screen; `sticky` keeps the bar from covering the footer. */
export function BottomBookBar({ offer }: { offer: Offer }) {
  const priceWithBag = formatPriceWithBag(offer);
  const bookingUrl = useBookingUrl(offer);
  return (
    <div
      data-sticky-bar="bottom"
      className="sticky bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-card px-4 py-3 md:px-6 lg:hidden"
    >
      <div>
        <p className="text-small text-text-muted">Total</p>
        <Total offer={offer} />
        {priceWithBag && (
          <p className="text-small text-text-muted figures">
            <Sentence>{priceWithBag}</Sentence>
          </p>
        )}
      </div>
      <Button size="large" className="shrink-0" asChild>
        <Link to={bookingUrl}>Book Now</Link>
      </Button>
    </div>
  );
}
