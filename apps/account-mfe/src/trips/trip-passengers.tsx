import { formatBag, formatBagRoute, type BookingData } from '@fareline/contracts';
import { formatPrice, Sentence } from '@fareline/ui-theme';

const typeLabels = { adult: 'Adult', child: 'Child', infant: 'Infant' } as const;

/** Each passenger with the bags that were bought. (TRIPS-17, EXTRA-02) */
export function TripPassengers({ booking }: { booking: BookingData }) {
  const { slices, passengers, bags, total_currency: currency } = booking;
  return (
    <ul className="grid gap-2 print:grid-cols-2" aria-label="Passengers">
      {passengers.map((passenger) => (
        <li key={passenger.id}>
          <span translate="no">
            {passenger.given_name} {passenger.family_name}
          </span>{' '}
          <span className="caption-text">{typeLabels[passenger.type]}</span>
          {bags
            .filter((bag) => bag.passenger_id === passenger.id)
            .map((bag, index) => (
              <span key={index} className="caption-text block">
                <Sentence>
                  {formatBag(bag, bag.quantity)}, {formatBagRoute(slices, bag.segment_ids)} (
                  {formatPrice(bag.amount, currency)})
                </Sentence>
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}
