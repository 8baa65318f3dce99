import { formatFare, type BagSelection, type Offer, type SeatSelection } from '@fareline/contracts';
import { labelWithCode, travellersLabel } from '@fareline/presentation/formats';
import { Card, classNames, PriceText, Sentence } from '@fareline/ui-theme';
import { calculateBagsPrice, CarrierLogo, FareRuleLines, SliceSummary } from '@fareline/ui-theme/widgets';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { listBagLines } from '../extras/chosen-extras.ts';
import type { Totals } from '../price/totals.ts';
import type { StepId } from './steps.ts';

interface OfferSummaryProps {
  offer: Offer;
  totals: Totals;
  seats: readonly SeatSelection[];
  bags: readonly BagSelection[];
  /** On narrow screens it is a line to open before the payment, where it is titled as the order, and below the reference of a confirmation. (PAY-09) */
  step: StepId;
}

/** The offer with its fare, price, chosen seats and bags; sticky beside the current step on wide screens. (BOOK-08, LIST-04) */
export function OfferSummary({ offer, totals, seats, bags, step }: OfferSummaryProps) {
  const isPayment = step === 'payment';
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const title = isPayment ? 'Order Summary' : 'Your flight';
  const route = [offer.slices[0]?.origin, offer.slices[0]?.destination].map((place) => place?.iata_code);
  const count = (type: string) => offer.passengers.filter((passenger) => passenger.type === type).length;
  return (
    <Card
      asChild
      className={classNames(
        'p-5 lg:sticky lg:top-[calc(var(--header-height,4.5rem)+1.5rem)]',
        isPayment && 'order-first max-lg:p-0 lg:order-none',
        step === 'confirmation' && '-order-1 lg:order-none print:order-none',
      )}
    >
      <aside aria-label={title}>
        {isPayment && (
          <button
            type="button"
            className="flex min-h-12 w-full flex-wrap items-center gap-x-3 px-4 py-2 text-start font-medium lg:hidden"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="grow">
              {title} <span className="font-medium text-text-muted">{route.join(' to ')}</span>
            </span>
            <PriceText amount={totals.total} currency={totals.currency} />
            <ChevronDown size={20} className={isOpen ? 'rotate-180' : undefined} />
          </button>
        )}
        <div
          id={id}
          className={isPayment ? (isOpen ? 'max-lg:px-4 max-lg:pb-4' : 'max-lg:hidden') : undefined}
        >
          <h2 className="section-heading">{title}</h2>
          <p className="caption-text">
            {offer.slices.length > 1 ? 'Round trip' : 'One way'},{' '}
            {travellersLabel(count('adult'), count('child'), count('infant_without_seat'))}
          </p>
          <div className="mt-3 flex items-center gap-3">
            <CarrierLogo url={offer.owner.logo_url} code={offer.owner.iata_code} size={28} />
            <span>{offer.owner.name ?? 'N/A'}</span>
          </div>
          <p className="mt-3 font-semibold empty:hidden">
            <Sentence>{formatFare(offer.slices)}</Sentence>
          </p>
          {/* The seats and bags are paid too. (REFUND-02) */}
          <FareRuleLines sold={{ ...offer, total_amount: totals.total }} moment={offer} />
          <div className="mt-4 grid gap-4">
            {offer.slices.map((slice, index) => (
              <SliceSummary key={slice.id} slice={slice} label={index === 0 ? 'Departure' : 'Return'} />
            ))}
          </div>
          <dl className="border-t border-line mt-4 grid gap-2 pt-4">
            <PriceLine label="Base fare" amount={totals.base} currency={totals.currency} />
            <PriceLine label="Taxes" amount={totals.taxes} currency={totals.currency} />
            {seats.length > 0 && (
              <PriceLine
                label={seats.length === 1 ? '1 seat' : `${seats.length} seats`}
                amount={totals.seats}
                currency={totals.currency}
              />
            )}
            {listBagLines(offer, bags).map((line) => (
              <PriceLine
                key={line.label}
                label={line.label}
                amount={calculateBagsPrice(offer, line.bags)}
                currency={totals.currency}
              />
            ))}
            <div
              className="border-t border-line flex items-baseline justify-between gap-4 pt-3"
              aria-live="polite"
            >
              <dt className="font-semibold">{labelWithCode('Total', totals.currency)}</dt>
              <dd>
                <PriceText size="large" amount={totals.total} currency={totals.currency} />
              </dd>
            </div>
          </dl>
        </div>
      </aside>
    </Card>
  );
}

function PriceLine({ label, amount, currency }: { label: string; amount: string; currency: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-text-muted">{label}</dt>
      <dd>
        <PriceText amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
