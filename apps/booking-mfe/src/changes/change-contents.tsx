import {
  formatBag,
  formatBagRoute,
  formatFare,
  type BookingChange,
  type BookingData,
  type Slice,
} from '@fareline/contracts';
import { Sentence } from '@fareline/ui-theme';
import { SliceSummary } from '@fareline/ui-theme/widgets';

const toRoute = ({ origin, destination }: Slice) =>
  `${origin.city_name ?? origin.iata_code} to ${destination.city_name ?? destination.iata_code}`;

interface FlightsProps {
  title: string;
  slices: readonly Slice[];
}

export const Flights = ({ title, slices }: FlightsProps) => (
  <section aria-label={title} className="grid content-start gap-4">
    <h2 className="section-heading">{title}</h2>
    {slices.map((slice) => (
      <SliceSummary key={slice.id} slice={slice} label={toRoute(slice)} />
    ))}
    <p className="caption-text empty:hidden">{formatFare(slices)}</p>
  </section>
);

interface BagsProps {
  bags: BookingChange['bags'];
  booking: BookingData;
}

/** The bags of a change with their owners and routes. */
export const Bags = ({ bags, booking: { passengers, slices } }: BagsProps) => (
  <ul className="grid gap-2" aria-label="Bags">
    {bags.map((bag, index) => {
      const owner = passengers.find(({ id }) => id === bag.passenger_id);
      return (
        <li key={index}>
          <Sentence>{formatBag(bag, bag.quantity)}</Sentence>
          <span className="caption-text block">
            {owner && (
              <span translate="no">
                {owner.given_name} {owner.family_name},{' '}
              </span>
            )}
            <Sentence>{formatBagRoute(slices, bag.segment_ids)}</Sentence>
          </span>
        </li>
      );
    })}
  </ul>
);
