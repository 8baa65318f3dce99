import { z } from 'zod';

/** Schemas for the response shapes that the SDK's types declare, so that tests can check them at run time. */
const Amount = z.string().regex(/^\d+\.\d{2}$/);
const Currency = z.string().length(3);
const Local = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
const Instant = z.iso.datetime();
const Duration = z.string().regex(/^P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?)?$/);
const Cabin = z.enum(['economy', 'premium_economy', 'business', 'first']);
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]+$`));

const Airport = z.object({
  type: z.literal('airport'),
  id: z.string().regex(/^arp_[a-z]{3}_[a-z]{2}$/),
  iata_code: z.string().length(3),
  iata_country_code: z.string().length(2),
  name: z.string().min(1),
  city_name: z.string().min(1),
  time_zone: z.string().min(1),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  city: z.object({ type: z.literal('city'), iata_code: z.string().length(3), name: z.string() }).nullable(),
});

const Carrier = z.object({ id: id('arl'), name: z.string().min(1), iata_code: z.string().length(2) });

const Condition = z
  .union([
    z.object({ allowed: z.literal(false), penalty_amount: z.null(), penalty_currency: z.null() }),
    z.object({ allowed: z.literal(true), penalty_amount: Amount, penalty_currency: Currency }),
  ])
  .nullable();

const Segment = z.object({
  id: id('seg'),
  origin: Airport,
  destination: Airport,
  origin_terminal: z.string().nullable(),
  destination_terminal: z.string().nullable(),
  departing_at: Local,
  arriving_at: Local,
  duration: Duration,
  distance: z.string().regex(/^\d+\.\d+$/),
  aircraft: z.object({ id: id('arc'), name: z.string(), iata_code: z.string().length(3) }),
  marketing_carrier: Carrier,
  marketing_carrier_flight_number: z.string().regex(/^\d{1,4}$/),
  operating_carrier: Carrier,
  operating_carrier_flight_number: z.string().regex(/^\d{1,4}$/),
  stops: z.array(z.object({ airport: Airport, arriving_at: Local, departing_at: Local, duration: Duration })),
  passengers: z.array(
    z.object({
      passenger_id: id('pas'),
      cabin_class: Cabin,
      cabin_class_marketing_name: z.string(),
      baggages: z.array(
        z.object({ type: z.enum(['carry_on', 'checked']), quantity: z.number().int().min(0) }),
      ),
    }),
  ),
});

const Slice = z.object({
  id: id('sli'),
  origin: Airport,
  destination: Airport,
  duration: Duration,
  fare_brand_name: z.string().nullable(),
  segments: z.array(Segment).min(1),
  conditions: z.object({ change_before_departure: Condition }),
});

export const OfferSchema = z.object({
  id: id('off'),
  live_mode: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  expires_at: Instant,
  partial: z.literal(false),
  owner: Carrier,
  base_amount: Amount,
  base_currency: Currency,
  tax_amount: Amount,
  tax_currency: Currency,
  total_amount: Amount,
  total_currency: Currency,
  total_emissions_kg: z.string().regex(/^\d+$/),
  passengers: z.array(
    z.object({
      id: id('pas'),
      type: z.enum(['adult', 'child', 'infant_without_seat']),
      age: z.number().nullable(),
    }),
  ),
  passenger_identity_documents_required: z.boolean(),
  supported_passenger_identity_document_types: z.array(z.string()),
  supported_loyalty_programmes: z.array(z.string()),
  private_fares: z.array(z.unknown()),
  payment_requirements: z.union([
    z.object({
      requires_instant_payment: z.literal(true),
      payment_required_by: z.null(),
      price_guarantee_expires_at: z.null(),
    }),
    z.object({
      requires_instant_payment: z.literal(false),
      payment_required_by: Instant,
      price_guarantee_expires_at: Instant,
    }),
  ]),
  conditions: z.object({ change_before_departure: Condition, refund_before_departure: Condition }),
  slices: z.array(Slice).min(1),
});

export const OrderSchema = z.object({
  id: id('ord'),
  booking_reference: z.string().regex(/^[A-Z0-9]{6}$/),
  created_at: Instant,
  synced_at: Instant,
  cancelled_at: Instant.nullable(),
  owner: Carrier,
  base_amount: Amount,
  tax_amount: Amount,
  total_amount: Amount,
  total_currency: Currency,
  metadata: z.record(z.string(), z.string()),
  available_actions: z.array(z.enum(['cancel', 'change', 'update'])),
  payment_status: z.object({
    awaiting_payment: z.boolean(),
    payment_required_by: Instant.nullable(),
    price_guarantee_expires_at: Instant.nullable(),
    paid_at: Instant.nullable(),
  }),
  documents: z.array(
    z.object({ type: z.string(), unique_identifier: z.string().min(1), passenger_ids: z.array(id('pas')) }),
  ),
  services: z.array(
    z.object({
      id: id('ase'),
      type: z.enum(['baggage', 'seat']),
      quantity: z.number().int(),
      total_amount: Amount,
    }),
  ),
  slices: z.array(Slice).min(1),
  passengers: z.array(
    z.object({ id: id('pas'), given_name: z.string(), family_name: z.string(), born_on: z.iso.date() }),
  ),
});
