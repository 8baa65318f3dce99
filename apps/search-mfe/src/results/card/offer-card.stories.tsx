import type { Offer, Slice } from '@fareline/contracts';
import { sampleCarrier, sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { MfeScope } from '@fareline/ui-theme';
import { parseSearchUrl } from '../../search-query/search-query.ts';
import { ItineraryCard } from './itinerary-card.tsx';
import { OfferCardSkeleton } from './offer-card-skeleton.tsx';

export default { title: 'Search/Result card' };

const { query } = parseSearchUrl(
  new URLSearchParams('origin=LHR&destination=JFK&departureDate=2026-12-05&returnDate=2026-12-12&adults=2'),
);
const outbound = sampleSlice('LHR', 'JFK');
const inbound = sampleSlice('JFK', 'LHR', {
  stops: ['AMS'],
  airlines: ['BA', 'KL'],
  departs: '2026-12-12T18:00:00',
  arrives: '2026-12-13T09:05:00',
  duration: 'PT11H5M',
});

const passengers: Offer['passengers'] = [
  { id: 'pas_1', type: 'adult' },
  { id: 'pas_2', type: 'adult' },
];

const carriers = [sampleCarrier('BA', 'British Airways'), sampleCarrier('KL', 'KLM')];

const economy = (slice: Slice, fare_brand_name: string): Slice => ({
  ...slice,
  fare_brand_name,
  segments: slice.segments.map((segment, index) => ({
    ...segment,
    cabin_class: 'economy',
    marketing_carrier: carriers[index]!,
    operating_carrier: carriers[index]!,
  })),
});

const fare = (name: string, total_amount: string, slices: Slice[], changes: Partial<Offer> = {}) =>
  sampleOffer({
    id: name,
    total_amount,
    passengers,
    slices: slices.map((slice) => economy(slice, name)),
    total_emissions_kg: '400',
    ...changes,
  });

const fares = (slices: Slice[]) => [
  fare('Basic', '491.00', slices),
  fare('Standard', '563.40', slices, { included_bags: { cabin: 1, checked: 0 } }),
  fare('Flex', '698.00', slices, {
    included_bags: { cabin: 1, checked: 1 },
    conditions: sampleConditions({ refundable: true, changeable: true }),
  }),
  fare('Comfort', '912.00', slices, { included_bags: { cabin: 1, checked: 2 } }),
];

function Card({ offers, now = 0, firstIn }: { offers: Offer[]; now?: number; firstIn?: string[] }) {
  return (
    <MfeScope name="search">
      <ItineraryCard
        itinerary={{ key: 'one', fares: offers }}
        query={query}
        now={now}
        medianEmissions={600}
        firstIn={firstIn}
      />
    </MfeScope>
  );
}

export const SeveralFares = () => <Card offers={fares([outbound, inbound])} firstIn={['Best', 'Cheapest']} />;
export const RoundTrip = () => <Card offers={fares([outbound, inbound]).slice(2, 3)} />;
export const OneWay = () => <Card offers={fares([outbound]).slice(0, 3)} />;
export const Expired = () => <Card offers={fares([outbound]).slice(0, 1)} now={Date.parse('2100-01-01')} />;
export const Loading = () => (
  <MfeScope name="search">
    <OfferCardSkeleton rows={2} />
  </MfeScope>
);
