import { formatPassengerName, type BookingData, type Ticket } from '@fareline/contracts';
import { Sentence } from '@fareline/ui-theme';
import { formatBoughtBag, passengerLabels } from '@fareline/presentation/formats';

interface TripPassengersProps {
  booking: BookingData;
  tickets?: readonly Ticket[] | undefined;
}

/** Each passenger with the tickets and the bags that were bought. (TRIPS-17, TRIP-01, EXTRA-02) */
export function TripPassengers({ booking, tickets = [] }: TripPassengersProps) {
  const { slices, passengers, bags, total_currency: currency } = booking;
  return (
    <ul className="grid gap-2 print:grid-cols-2" aria-label="Passengers">
      {passengers.map((passenger) => (
        <li key={passenger.id}>
          <span translate="no">{formatPassengerName(passenger)}</span>{' '}
          <span className="caption-text">{passengerLabels[passenger.type]}</span>
          {tickets
            .filter(({ passenger_id }) => passenger_id === passenger.id)
            .map(({ number }) => (
              <span key={number} className="block">
                E-ticket <span translate="no">{number}</span>
              </span>
            ))}
          {bags
            .filter((bag) => bag.passenger_id === passenger.id)
            .map((bag, index) => (
              <span key={index} className="caption-text block">
                <Sentence>{formatBoughtBag(bag, slices, currency)}</Sentence>
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}
