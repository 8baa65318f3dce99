import { airlineLogoPath, type Carrier, type Place, type Segment, type Slice } from '@fareline/contracts';
import { capitalise } from './capitalise.ts';
import { bagTypes, includedQuantity, mapIncludedBags } from './included-bags.ts';
import type { RawAmenities, RawCarrier, RawOffer, RawPlace, RawSegment, RawSlice } from './raw-offer.ts';

const mapPlace = (place: RawPlace): Place => ({
  name: place?.name ?? null,
  iata_code: place?.iata_code ?? null,
  city_name: place?.city_name ?? place?.city?.name ?? null,
  country_code: place?.iata_country_code ?? null,
  time_zone: place?.time_zone ?? null,
});

export const mapCarrier = (carrier: RawCarrier): Carrier => ({
  name: carrier?.name ?? null,
  iata_code: carrier?.iata_code ?? null,
  logo_url: carrier?.logo_symbol_url && carrier.iata_code ? airlineLogoPath(carrier.iata_code) : null,
});

const wifiPrices = new Map([
  ['free', 'Free Wi-Fi'],
  ['paid', 'Wi-Fi, paid'],
  ['free or paid', 'Wi-Fi, free or paid'],
]);

/** Pitch in inches and legroom: "Seat pitch 30 inches, less legroom"; empty if unknown. */
function describeSeat(seat: NonNullable<RawAmenities>['seat']): string {
  const isMeasured = /^\d+(\.\d+)?$/.test(seat?.pitch ?? '');
  const pitch = isMeasured ? `seat pitch ${seat?.pitch} inches` : '';
  const legroom = seat?.legroom ?? (isMeasured ? null : seat?.pitch) ?? '';
  const words = [pitch, /^(less|standard|more)$/.test(legroom) ? `${legroom} legroom` : ''];
  return capitalise(words.filter(Boolean).join(', '));
}

function describeAmenities(amenities: RawAmenities | undefined): Segment['services'] {
  const { wifi, power, meal, seat } = amenities ?? {};
  const seatDescription = describeSeat(seat ?? null);
  return [
    ...(wifi?.available ? [{ type: 'wifi', description: wifiPrices.get(wifi.cost ?? '') ?? 'Wi-Fi' }] : []),
    ...(power?.available ? [{ type: 'power', description: 'Power at the seat' }] : []),
    ...(meal?.available ? [{ type: 'meal', description: 'Meal' }] : []),
    ...(seatDescription ? [{ type: 'seat', description: seatDescription }] : []),
  ];
}

/** Amenities of the first passenger, and bags that are included for every seated passenger. */
function segmentServices(offer: RawOffer, segment: RawSegment): Segment['services'] {
  const services = describeAmenities(segment.passengers[0]?.cabin?.amenities);
  for (const { raw, type, word } of bagTypes) {
    const quantity = includedQuantity(offer, [segment], raw);
    const bags = quantity === 1 ? 'bag' : 'bags';
    if (quantity > 0) services.push({ type, description: `${quantity} ${word} ${bags} included` });
  }
  return services;
}

/** Carrier code and number without leading zeros, "BA117"; null if either is missing. */
export function formatFlightNumber(segment: RawSegment): string | null {
  const code = segment.marketing_carrier?.iata_code;
  const number = segment.marketing_carrier_flight_number;
  return code && number ? `${code}${number.replace(/^0+(?=\d)/, '')}` : null;
}

function mapSegment(offer: RawOffer, segment: RawSegment): Segment {
  const marketing = mapCarrier(segment.marketing_carrier);
  return {
    id: segment.id,
    origin: mapPlace(segment.origin),
    destination: mapPlace(segment.destination),
    departing_at: segment.departing_at,
    arriving_at: segment.arriving_at,
    ...(segment.origin_terminal && { origin_terminal: segment.origin_terminal }),
    ...(segment.destination_terminal && { destination_terminal: segment.destination_terminal }),
    flight_number: formatFlightNumber(segment),
    duration: segment.duration,
    aircraft: { name: segment.aircraft?.name ?? null },
    cabin_class: segment.passengers[0]?.cabin_class ?? null,
    cabin_name: segment.passengers[0]?.cabin_class_marketing_name ?? null,
    airline: marketing,
    marketing_carrier: marketing,
    operating_carrier: mapCarrier(segment.operating_carrier),
    stops: segment.stops.map((stop) => mapPlace(stop?.airport ?? null)),
    services: segmentServices(offer, segment),
  };
}

export function mapSlice(offer: RawOffer, slice: RawSlice): Slice {
  const segments = slice.segments.map((segment) => mapSegment(offer, segment));
  return {
    id: slice.id,
    origin: mapPlace(slice.origin ?? slice.segments[0]?.origin ?? null),
    destination: mapPlace(slice.destination ?? slice.segments.at(-1)?.destination ?? null),
    departure_time: segments[0]?.departing_at ?? null,
    arrival_time: segments.at(-1)?.arriving_at ?? null,
    duration: slice.duration,
    fare_brand_name: slice.fare_brand_name,
    segments,
    included_bags: mapIncludedBags(offer, slice.segments),
  };
}
