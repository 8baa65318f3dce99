import { durationMinutes } from '@fareline/contracts';
import { z } from 'zod';

/** Null, missing and invalid values all become null. (PROVIDER-11) */
const lenient = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
export const text = lenient(z.string());
/** A time that exists; "99:99" would be shown. */
const localTime = lenient(z.iso.datetime({ local: true }));
/** No journey takes longer, and a sum of such durations remains a number that the contract permits. */
const maxDurationMinutes = 30 * 24 * 60;
const duration = text.transform((value) =>
  (durationMinutes(value) ?? Infinity) <= maxDurationMinutes ? value : null,
);
/** Kilograms of up to six digits, far more than any journey has. */
const emissions = lenient(z.string().regex(/^\d{1,6}(\.\d+)?$/));
/** More bags than any fare includes; without a limit their sum is no safe integer. */
const maxBags = 99;
const flag = lenient(z.boolean());
/** Flags of amenities are also sent as the words 'true' and 'false'. */
const amenityFlag = lenient(
  z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]),
);
const number = lenient(z.number());
const lenientArray = <T extends z.ZodType>(item: T) => lenient(z.array(item)).transform((list) => list ?? []);
const lenientObject = <Shape extends z.ZodRawShape>(shape: Shape) => lenient(z.object(shape));

const place = lenientObject({
  name: text,
  iata_code: text,
  city_name: text,
  iata_country_code: text,
  time_zone: text,
  city: lenientObject({ name: text }),
});
export type RawPlace = z.output<typeof place>;

const carrier = lenientObject({ name: text, iata_code: text, logo_symbol_url: text });
export type RawCarrier = z.output<typeof carrier>;

const condition = lenientObject({ allowed: flag, penalty_amount: text, penalty_currency: text });
const conditions = lenientObject({ refund_before_departure: condition, change_before_departure: condition });
export type RawConditions = z.output<typeof conditions>;

const amenity = lenientObject({ available: amenityFlag, cost: text });
const amenities = lenientObject({
  wifi: amenity,
  power: amenity,
  meal: amenity,
  /** `pitch` in inches, or like `legroom` a word: less, standard, more, n/a. */
  seat: lenientObject({ pitch: text, legroom: text }),
});
export type RawAmenities = z.output<typeof amenities>;
const segmentPassenger = z.object({
  passenger_id: text,
  cabin_class: text,
  cabin_class_marketing_name: text,
  cabin: lenientObject({ amenities }),
  baggages: lenientArray(z.object({ type: z.string(), quantity: z.number().int().min(0).max(maxBags) })),
});

const segment = z.object({
  id: z.string().min(1),
  origin: place,
  destination: place,
  departing_at: localTime,
  arriving_at: localTime,
  origin_terminal: text,
  destination_terminal: text,
  duration,
  aircraft: lenientObject({ name: text }),
  marketing_carrier: carrier,
  marketing_carrier_flight_number: text,
  operating_carrier: carrier,
  stops: lenientArray(lenientObject({ airport: place })),
  passengers: lenientArray(segmentPassenger),
});
export type RawSegment = z.output<typeof segment>;

const slice = z.object({
  id: z.string().min(1),
  origin: place,
  destination: place,
  duration,
  fare_brand_name: text,
  segments: z.array(segment).min(1),
});
export type RawSlice = z.output<typeof slice>;

const service = z.object({
  id: z.string().min(1),
  type: z.string(),
  total_amount: text,
  total_currency: text,
  segment_ids: lenientArray(z.string()),
  passenger_ids: lenientArray(z.string()),
  maximum_quantity: number,
  metadata: lenientObject({
    type: text,
    maximum_weight_kg: number,
    maximum_length_cm: number,
    maximum_height_cm: number,
    maximum_depth_cm: number,
  }),
});
export type RawService = z.output<typeof service>;

/** An offer, parsed leniently: only the indispensable fields are required. */
export const rawOfferSchema = z.object({
  id: z.string().min(1),
  total_amount: z.string(),
  total_currency: z.string().regex(/^[A-Z]{3}$/),
  tax_amount: text,
  tax_currency: text,
  owner: carrier,
  slices: z.array(slice).min(1),
  passengers: z.array(z.object({ id: z.string().min(1), type: text, age: number })).min(1),
  conditions,
  available_services: lenientArray(service.nullable().catch(null)),
  passenger_identity_documents_required: flag,
  payment_requirements: lenientObject({ price_guarantee_expires_at: text, payment_required_by: text }),
  total_emissions_kg: emissions,
  created_at: text,
  expires_at: z.iso.datetime({ offset: true }),
});
export type RawOffer = z.output<typeof rawOfferSchema>;

/** Response of a search; its offers are parsed one by one. */
export const rawSearchSchema = z.object({ id: z.string().min(1), offers: z.array(z.unknown()) });

/** State of a search in batches, with the offers that are new since the last response. */
export const rawBatchSchema = z.object({
  id: z.string().min(1),
  total_batches: z.number().int().min(0),
  remaining_batches: z.number().int().min(0),
  offers: z.array(z.unknown()).default([]),
});
