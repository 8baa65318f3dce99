import '../styles.css';
import { formatFare, type BookingData, type FragmentProps } from '@fareline/contracts';
import { Card, MfeScope, Sentence } from '@fareline/ui-theme';
import { FareRuleLines } from '@fareline/ui-theme/widgets';
import { Link } from 'react-router';
import { toModifyState } from '../search-query/modify-state.ts';

/** Fills the search form in with everything but the dates; undefined for an airport without a code. */
function toSearchState({ slices, passengers }: BookingData) {
  const { origin, destination } = slices[0] ?? {};
  if (!origin?.iata_code || !destination?.iata_code) return undefined;
  const count = (type: BookingData['passengers'][number]['type']) =>
    passengers.filter((passenger) => passenger.type === type).length;
  return toModifyState({
    origin: origin.iata_code,
    destination: destination.iata_code,
    departureDate: '',
    cabinClass: 'economy',
    adultsCount: count('adult'),
    childrenCount: count('child'),
    infantsCount: count('infant'),
    tripType: slices.length > 1 ? 'round-trip' : 'one-way',
  });
}

/** The fare of a trip as a card, which leads to a search of its route. */
export function Component({ booking, moment }: FragmentProps['search/fare']) {
  const state = toSearchState(booking);
  return (
    <MfeScope name="search">
      <Card className="grid gap-2 p-4">
        <p className="font-semibold empty:hidden">
          <Sentence>{formatFare(booking.slices)}</Sentence>
        </p>
        <FareRuleLines sold={booking} moment={moment} />
        {state && (
          <Link
            className="justify-self-start font-medium text-primary-ink hover:underline print:hidden"
            to="/"
            state={state}
          >
            Search this route again
          </Link>
        )}
      </Card>
    </MfeScope>
  );
}
