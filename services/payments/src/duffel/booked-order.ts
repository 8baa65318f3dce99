import {
  airlineLogoPath,
  isCreditPossible,
  type BagService,
  type BookingData,
  type IncludedBags,
  type Place,
  type Segment,
  type Slice,
} from '@fareline/contracts';
import { z } from 'zod';
import { findLatestChange } from './airline-change.ts';
import type { BookedOrder } from './flight-provider.ts';
import { orderSchema } from './schemas.ts';

const text = z.string().nullish().catch(null);
const place = z
  .object({ name: text, iata_code: text, city_name: text, iata_country_code: text, time_zone: text })
  .nullish()
  .catch(null)
  .transform((raw): Place => {
    const { name = null, iata_code = null, city_name = null, time_zone = null } = raw ?? {};
    return { name, iata_code, city_name, country_code: raw?.iata_country_code ?? null, time_zone };
  });
const carrier = z
  .object({ name: text, iata_code: text, logo_symbol_url: text })
  .nullish()
  .catch(null)
  .transform((raw) => ({
    name: raw?.name ?? null,
    iata_code: raw?.iata_code ?? null,
    logo_url: raw?.logo_symbol_url && raw.iata_code ? airlineLogoPath(raw.iata_code) : null,
  }));

const segmentPassenger = z.object({
  passenger_id: text,
  cabin_class: text,
  cabin_class_marketing_name: text,
  baggages: z
    .array(z.object({ type: z.string(), quantity: z.int().min(0) }))
    .nullish()
    .catch([]),
  seat: z.object({ designator: z.string() }).nullish().catch(null),
});
const segment = z.object({
  id: z.string(),
  origin: place,
  destination: place,
  departing_at: text,
  arriving_at: text,
  origin_terminal: text,
  destination_terminal: text,
  duration: text,
  aircraft: z.object({ name: text }).nullish().catch(null),
  marketing_carrier: carrier,
  marketing_carrier_flight_number: text,
  operating_carrier: carrier,
  stops: z
    .array(z.object({ airport: place }))
    .nullish()
    .catch([]),
  passengers: z
    .array(segmentPassenger)
    .nullish()
    .transform((list) => list ?? []),
});
type RawSegment = z.output<typeof segment>;

const service = z.object({
  id: z.string(),
  type: z.string(),
  quantity: z.int().min(1),
  passenger_ids: z.array(z.string()),
  segment_ids: z.array(z.string()),
  total_amount: z.string(),
  metadata: z
    .object({ type: text, maximum_weight_kg: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
});
type RawService = z.output<typeof service>;

const condition = z
  .object({ allowed: z.boolean().nullish(), penalty_amount: text, penalty_currency: text })
  .nullish()
  .catch(null);

/** The conditions of an order, or of an offer to change it. */
export const rawConditions = z
  .object({ refund_before_departure: condition, change_before_departure: condition })
  .nullish()
  .catch(null);

/** A slice of an order, or of an offer to change it. */
export const rawSlice = z.object({
  id: z.string(),
  origin: place,
  destination: place,
  duration: text,
  fare_brand_name: text,
  segments: z.array(segment).min(1),
});

/** What an order says of a booking; all that the traveller is shown may be missing. */
const bookedOrderSchema = z.object({
  offer_id: z.string(),
  owner: carrier,
  passengers: z
    .array(
      z.object({
        id: z.string(),
        type: text,
        given_name: z.string(),
        family_name: z.string(),
        born_on: text,
        email: text,
      }),
    )
    .min(1),
  slices: z.array(rawSlice).min(1),
  services: z.array(service).nullish().catch([]),
  airline_initiated_changes: z.unknown(),
  available_actions: z.array(z.string()).nullish().catch([]),
  changes: z.array(z.unknown()).nullish().catch([]),
  conditions: rawConditions,
  documents: z
    .array(z.object({ type: z.string(), unique_identifier: z.string(), passenger_ids: z.array(z.string()) }))
    .nullish()
    .catch(null),
});

function toSegment(raw: RawSegment): Segment {
  const { iata_code: code } = raw.marketing_carrier;
  const number = raw.marketing_carrier_flight_number?.replace(/^0+(?=\d)/, '');
  const [first] = raw.passengers;
  return {
    ...{ id: raw.id, origin: raw.origin, destination: raw.destination },
    departing_at: raw.departing_at ?? null,
    arriving_at: raw.arriving_at ?? null,
    ...(raw.origin_terminal && { origin_terminal: raw.origin_terminal }),
    ...(raw.destination_terminal && { destination_terminal: raw.destination_terminal }),
    flight_number: code && number ? `${code}${number}` : null,
    duration: raw.duration ?? null,
    aircraft: { name: raw.aircraft?.name ?? null },
    cabin_class: first?.cabin_class ?? null,
    cabin_name: first?.cabin_class_marketing_name ?? null,
    airline: raw.marketing_carrier,
    marketing_carrier: raw.marketing_carrier,
    operating_carrier: raw.operating_carrier,
    stops: (raw.stops ?? []).map(({ airport }) => airport),
    services: [],
  };
}

/** A slice whose flights do not all name passengers says nothing of the included bags. */
export const toSlice = (
  { segments, duration, fare_brand_name, ...raw }: z.output<typeof rawSlice>,
  infants: ReadonlySet<string>,
): Slice => ({
  ...raw,
  departure_time: segments[0]?.departing_at ?? null,
  arrival_time: segments.at(-1)?.arriving_at ?? null,
  duration: duration ?? null,
  fare_brand_name: fare_brand_name ?? null,
  ...(segments.every(({ passengers }) => passengers.length > 0) && {
    included_bags: countIncludedBags(segments, infants),
  }),
  segments: segments.map(toSegment),
});

/** What every passenger with bags has on every flight. */
function countIncludedBags(segments: readonly RawSegment[], infants: ReadonlySet<string>): IncludedBags {
  const seated = segments.flatMap(({ passengers }) =>
    passengers.filter(({ passenger_id }) => !infants.has(passenger_id ?? '')),
  );
  const count = (type: string) =>
    Math.min(
      ...seated.map(({ baggages }) =>
        (baggages ?? []).reduce((sum, bag) => sum + (bag.type === type ? bag.quantity : 0), 0),
      ),
    );
  return seated.length > 0
    ? { cabin: count('carry_on'), checked: count('checked') }
    : { cabin: 0, checked: 0 };
}

const bagTypes: Record<string, BagService['type']> = { checked: 'baggage', carry_on: 'cabin_bag' };

/** Our type of a bag, from the provider's type, which may be missing. */
export const toBagType = (type: string | null | undefined): BagService['type'] =>
  bagTypes[type ?? ''] ?? 'bag';

const toBag = ({
  passenger_ids,
  segment_ids,
  quantity,
  ...raw
}: RawService): BookingData['bags'][number] => ({
  ...{ passenger_id: passenger_ids[0] ?? '', segment_ids, quantity },
  type: toBagType(raw.metadata?.type),
  weight_kg: raw.metadata?.maximum_weight_kg ?? null,
  amount: raw.total_amount,
});

/** `airline` is the code of the one that sells them. */
export function toConditions(
  raw: z.output<typeof rawConditions>,
  airline: string | null | undefined,
): BookingData['conditions'] {
  const { refund_before_departure: refund, change_before_departure: change } = raw ?? {};
  const refundPenalty = {
    penalty_amount: refund?.penalty_amount ?? null,
    penalty_currency: refund?.penalty_currency ?? null,
  };
  return {
    refundable: refund?.allowed ?? null,
    refund_penalty_amount: refundPenalty.penalty_amount,
    refund_penalty_currency: refundPenalty.penalty_currency,
    ...(isCreditPossible(airline, refund?.allowed ?? null) && { credit_possible: true }),
    changeable: change?.allowed ?? null,
    change_penalty_amount: change?.penalty_amount ?? null,
    change_penalty_currency: change?.penalty_currency ?? null,
    cancellation_options: refund?.allowed ? [{ type: 'refund_before_departure', ...refundPenalty }] : [],
  };
}

const passengerTypes: Record<string, BookingData['passengers'][number]['type']> = {
  child: 'child',
  infant_without_seat: 'infant',
};

/** Throws when the order has no passenger, flight or email address. */
export function parseBookedOrder(input: unknown): BookedOrder {
  const order = bookedOrderSchema.parse(input);
  const { offer_id, owner, passengers, slices, services, documents } = order;
  const email = passengers.find((passenger) => passenger.email)?.email;
  if (!email) throw new Error('the order has no email address');
  const segments = slices.flatMap((slice) => slice.segments);
  const bags = (services ?? []).filter(({ type }) => type === 'baggage');
  const infants = new Set(
    passengers.filter(({ type }) => type === 'infant_without_seat').map(({ id }) => id),
  );
  return {
    ...orderSchema.parse(input).order,
    offerId: offer_id,
    email,
    birthDates: Object.fromEntries(passengers.map(({ id, born_on }) => [id, born_on ?? ''])),
    airlineChange: findLatestChange(order.airline_initiated_changes),
    availableActions: order.available_actions ?? [],
    changeCount: order.changes?.length ?? 0,
    tickets: (documents ?? [])
      .filter(({ type }) => type === 'electronic_ticket')
      .flatMap(({ unique_identifier: number, passenger_ids: ids }) =>
        ids.map((passenger_id) => ({ passenger_id, number })),
      ),
    bagServices: bags.map((raw) => ({ id: raw.id, bag: toBag(raw) })),
    data: {
      slices: slices.map((slice) => toSlice(slice, infants)),
      passengers: passengers.map(({ id, type, given_name, family_name }) => ({
        ...{ id, given_name, family_name },
        type: passengerTypes[type ?? ''] ?? 'adult',
      })),
      seats: segments.flatMap(({ id, passengers: seated }) =>
        seated.flatMap(({ passenger_id, seat }) =>
          seat && passenger_id ? [{ passenger_id, segment_id: id, designator: seat.designator }] : [],
        ),
      ),
      bags: bags.map(toBag),
      conditions: toConditions(order.conditions, owner.iata_code),
      included_bags: countIncludedBags(segments, infants),
    },
  };
}
