import { PriceText, Sentence } from '@fareline/ui-theme';
import {
  describeChange,
  describeGivenUp,
  describePayment,
  formatPriceWithCode,
  getFirstAmount,
  labelWithCode,
  listPriceParts,
} from '@fareline/presentation/formats';
import { Accordion, AccordionItem, ChangeComparison } from '@fareline/ui-theme/widgets';
import { Link } from 'react-router';
import { ContactLink } from './contact-link.tsx';
import { toAgreementPath } from './trip-path.ts';
import type { BookingDetails } from './trip-queries.ts';

interface ChangeTermsProps {
  booking: BookingDetails;
  change: BookingDetails['changes'][number];
}

/** What a change of flights has done to fare, rules, seats and bags. (RULE-02) */
function ChangeTerms({ booking, change }: ChangeTermsProps) {
  const { terms, removed_slices, state } = change;
  if (!terms || state === 'failed') return null;
  const givenUp = describeGivenUp(terms, removed_slices, booking.bookingData);
  return (
    <>
      {givenUp && <Sentence>{givenUp}</Sentence>}
      <Accordion type="single" collapsible>
        <AccordionItem value="terms" title="Fare and rules before and after">
          <ChangeComparison change={change} trip={booking.bookingData} moment={booking} />
        </AccordionItem>
      </Accordion>
    </>
  );
}

/** Parts of the price, the total, how it was paid, and what was changed since. (TRIP-01, TRIP-03, TRIP-04) */
export function TripPrice({ booking }: { booking: BookingDetails }) {
  const { total_amount: amount, total_currency: currency } = booking.bookingData;
  return (
    <>
      <dl className="grid gap-1">
        {listPriceParts(booking.bookingData).map((part) => (
          <div key={part.label} className="flex justify-between gap-4">
            <dt className="text-text-muted">{part.label}</dt>
            <dd>
              <PriceText amount={part.amount} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{labelWithCode('Total', currency)}</dt>
          <dd>
            <PriceText amount={amount} currency={currency} />
          </dd>
        </div>
      </dl>
      <p>
        <Sentence>
          {describePayment(
            booking.payment,
            formatPriceWithCode(getFirstAmount(booking.bookingData, booking.changes), currency),
          )}
        </Sentence>
      </p>
      {booking.changes.length > 0 && (
        <ul className="grid gap-1" aria-label="Changes">
          {booking.changes.map((change) => (
            <li key={change.id}>
              <Sentence>{describeChange(change)}</Sentence> <ChangeTerms booking={booking} change={change} />
              {change.state === 'under_way' && (
                <Link className="link-text print:hidden" to={toAgreementPath(booking.id, change.id)}>
                  See how far it is
                </Link>
              )}
              {change.state === 'review' && (
                <>
                  <Sentence>
                    It is made, but your card could not be charged{' '}
                    {formatPriceWithCode(change.charge_amount, change.currency)}.
                  </Sentence>{' '}
                  <ContactLink label="change_trip" />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
