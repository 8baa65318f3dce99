import { PriceText, Sentence } from '@fareline/ui-theme';
import {
  describeChange,
  describePayment,
  formatPriceWithCode,
  getFirstAmount,
  listPriceParts,
} from '@fareline/presentation/formats';
import { Link } from 'react-router';
import { ContactLink } from './contact-link.tsx';
import { toAgreementPath } from './trip-path.ts';
import type { BookingDetails } from './trip-queries.ts';

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
        <div className="flex justify-between gap-4 font-bold">
          <dt>Total ({currency})</dt>
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
              <Sentence>{describeChange(change)}</Sentence>{' '}
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
