import { expectedCheckedBag, expectedExtras, expectedIncludedBags } from './expected-bags.ts';
import type { WireOffer, WireSegment } from './wire.ts';

type WireSlice = WireOffer['slices'][number];

/** Minutes between two local times of one place. */
export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

/** Calendar days from a departure to an arrival: 0 on the same day, 1 is "+1". */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000;

function parseDuration(iso: string | null | undefined): number | undefined {
  let minutes = 0;
  const parts = iso?.match(/\d+[DHM]/g) ?? [];
  for (const part of parts)
    minutes += Number.parseInt(part, 10) * { D: 1440, H: 60, M: 1 }[part.at(-1) as 'D']!;
  return parts.length > 0 ? minutes : undefined;
}

const isOn = (flag: boolean | string | null | undefined): boolean => String(flag) === 'true';

function expectedAmenities(segment: WireSegment): string[] {
  const { wifi, power, seat } = segment.passengers?.[0]?.cabin?.amenities ?? {};
  const words: string[] = [];
  if (isOn(wifi?.available)) {
    const price = wifi?.cost === 'n/a' ? null : wifi?.cost;
    words.push(price === 'free' ? 'Free Wi-Fi' : price ? `Wi-Fi, ${price}` : 'Wi-Fi');
  }
  if (isOn(power?.available)) words.push('Power at the seat');
  const inches = Number(seat?.pitch) > 0;
  const legroom = seat?.legroom ?? (inches ? undefined : seat?.pitch);
  const room = legroom && legroom !== 'n/a' ? `${legroom} legroom` : '';
  const seatWords = inches ? `Seat pitch ${seat?.pitch} inches${room && `, ${room}`}` : room;
  if (seatWords) words.push(seatWords.replace(/^./, (letter) => letter.toUpperCase()));
  return words;
}

const describePlace = (place: WireSegment['origin']): string =>
  [place?.iata_code, place?.name, place?.city_name ?? place?.city?.name]
    .map((part) => part ?? '-')
    .join(', ');

function expectedSegment(segment: WireSegment): Record<string, unknown> {
  const { marketing_carrier: marketing, operating_carrier: operating, passengers } = segment;
  const number = segment.marketing_carrier_flight_number;
  return {
    flight: marketing?.iata_code && number ? marketing.iata_code + String(Number(number)) : null,
    from: describePlace(segment.origin),
    to: describePlace(segment.destination),
    times: `${segment.departing_at} ${segment.arriving_at}`,
    minutes: parseDuration(segment.duration),
    aircraft: segment.aircraft?.name ?? null,
    airline: `${marketing?.name ?? null}, ${operating?.name ?? null}`,
    logo: marketing?.logo_symbol_url ?? null,
    cabin: `${passengers?.[0]?.cabin_class ?? null}, ${passengers?.[0]?.cabin_class_marketing_name ?? null}`,
    amenities: expectedAmenities(segment),
  };
}

function expectedSlice({ segments, duration, fare_brand_name }: WireSlice): Record<string, unknown> {
  const [first, last] = [segments[0]!, segments.at(-1)!];
  return {
    route: `${first.origin?.iata_code} ${last.destination?.iata_code}`,
    fare: fare_brand_name ?? null,
    minutes: parseDuration(duration),
    days: daysBetween(first.departing_at, last.arriving_at),
    layovers: segments
      .slice(1)
      .map((next, index) => minutesBetween(segments[index]!.arriving_at, next.departing_at)),
    segments: segments.map(expectedSegment),
  };
}

type WireCondition = NonNullable<WireOffer['conditions']>['refund_before_departure'];

/** "no", "yes", "yes, 50.00 EUR" or "unknown". */
function expectedCondition(condition: WireCondition): string {
  if (!condition) return 'unknown';
  if (!condition.allowed) return 'no';
  return condition.penalty_amount ? `yes, ${condition.penalty_amount} ${condition.penalty_currency}` : 'yes';
}

/** What screens have to show of an offer, computed from the provider's answer alone. */
export const expectedOffer = (offer: WireOffer): Record<string, unknown> => ({
  id: offer.id,
  price: `${Number(offer.total_amount)} ${offer.total_currency}`,
  tax: Number(offer.tax_amount ?? 0),
  airline: `${offer.owner?.name ?? null}, ${offer.owner?.logo_symbol_url ?? null}`,
  emissions: offer.total_emissions_kg ?? null,
  expires: Date.parse(offer.expires_at),
  travellers: offer.passengers.length,
  slices: offer.slices.map(expectedSlice),
  refund: expectedCondition(offer.conditions?.refund_before_departure),
  change: expectedCondition(offer.conditions?.change_before_departure),
  included: expectedIncludedBags(offer),
  checkedBag: expectedCheckedBag(offer),
  extras: expectedExtras(offer),
});
