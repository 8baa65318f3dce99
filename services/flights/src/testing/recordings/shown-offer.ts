import { durationMinutes, formatMinor, type Conditions, type Offer, type Segment } from '@fareline/contracts';
import type { ProviderOffer } from '../../pricing/provider-offer.ts';
import { daysBetween, minutesBetween } from './expected-offer.ts';

const bagTypes = ['baggage', 'cabin_bag'];

const describePlace = ({ iata_code, name, city_name }: Segment['origin']): string =>
  [iata_code, name, city_name].map((part) => part ?? '-').join(', ');

const showSegment = (segment: Segment): Record<string, unknown> => ({
  flight: segment.flight_number,
  from: describePlace(segment.origin),
  to: describePlace(segment.destination),
  times: `${segment.departing_at} ${segment.arriving_at}`,
  minutes: durationMinutes(segment.duration),
  aircraft: segment.aircraft.name,
  airline: `${segment.marketing_carrier.name}, ${segment.operating_carrier.name}`,
  logo: segment.marketing_carrier.logo_url,
  cabin: `${segment.cabin_class}, ${segment.cabin_name}`,
  amenities: segment.services
    .filter(({ type }) => !bagTypes.includes(type))
    .map(({ description }) => description),
});

const showSlice = ({ segments, ...slice }: Offer['slices'][number]): Record<string, unknown> => ({
  route: `${slice.origin.iata_code} ${slice.destination.iata_code}`,
  fare: slice.fare_brand_name,
  minutes: durationMinutes(slice.duration),
  days: daysBetween(slice.departure_time ?? '', slice.arrival_time ?? ''),
  layovers: segments
    .slice(1)
    .map((next, index) => minutesBetween(segments[index]?.arriving_at ?? '', next.departing_at ?? '')),
  segments: segments.map(showSegment),
});

function showCondition(allowed: boolean | null, amount: string | null, currency: string | null): string {
  if (allowed === null) return 'unknown';
  if (!allowed) return 'no';
  return amount === null ? 'yes' : `yes, ${amount} ${currency}`;
}

function showConditions(conditions: Conditions): { refund: string; change: string } {
  const { refundable, refund_penalty_amount, refund_penalty_currency } = conditions;
  const { changeable, change_penalty_amount, change_penalty_currency } = conditions;
  return {
    refund: showCondition(refundable, refund_penalty_amount, refund_penalty_currency),
    change: showCondition(changeable, change_penalty_amount, change_penalty_currency),
  };
}

const showExtras = (services: Offer['available_services']): string[] =>
  services
    .filter(({ total_amount }) => total_amount !== '0')
    .map(({ name, description, total_amount, total_currency }) => {
      const bag = description.replace(/,? ?(per traveller)?,? ?(for \d of \d travellers)?$/i, '');
      return `${name}: ${bag} ${total_amount} ${total_currency}`;
    })
    .sort();

/** What screens show of a mapped offer, in the form of `expectedOffer`. */
export const shownOffer = ({ offer, price }: ProviderOffer): Record<string, unknown> => ({
  id: offer.id,
  price: `${Number(formatMinor(price.totalMinor, price.currency))} ${price.currency}`,
  tax: Number(formatMinor(price.taxMinor, price.currency)),
  airline: `${offer.owner.name}, ${offer.owner.logo_url}`,
  emissions: offer.total_emissions_kg,
  expires: Date.parse(offer.expires_at),
  travellers: offer.passengers.length,
  slices: offer.slices.map(showSlice),
  ...showConditions(offer.conditions),
  included: offer.included_bags,
  checkedBag: [offer.checked_bag.status, offer.checked_bag.total_amount].filter(Boolean).join(' '),
  extras: showExtras(offer.available_services),
});
