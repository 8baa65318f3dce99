import { z } from 'zod';

/** Schemas for the responses as recorded ones are: the shapes of the SDK's types, and the nulls and fields that the types leave out. */
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
  city: z
    .object({
      type: z.literal('city'),
      id: z.string().regex(/^cit_[a-z]{3}_[a-z]{2}$/),
      iata_code: z.string().length(3),
      iata_city_code: z.string().length(3),
      iata_country_code: z.string().length(2),
      name: z.string(),
      city_name: z.null(),
      icao_code: z.null(),
      latitude: z.null(),
      longitude: z.null(),
      time_zone: z.null(),
    })
    .nullable(),
});

const Carrier = z.object({
  id: id('arl'),
  name: z.string().min(1),
  iata_code: z.string().length(2),
  logo_symbol_url: z.url().nullable(),
  logo_lockup_url: z.url().nullable(),
  conditions_of_carriage_url: z.url().nullable(),
});

const Amenities = z.object({
  wifi: z
    .object({ available: z.boolean(), cost: z.enum(['free', 'paid', 'free or paid', 'n/a']) })
    .nullable(),
  seat: z
    .object({
      pitch: z.string().regex(/^\d\d$/),
      legroom: z.enum(['less', 'standard', 'more', 'n/a']),
      type: z.enum(['standard', 'recliner', 'full_flat']),
    })
    .nullable(),
  power: z.object({ available: z.boolean() }).nullable(),
});

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
  duration: Duration.nullable(),
  distance: z
    .string()
    .regex(/^\d+\.\d+$/)
    .nullable(),
  aircraft: z.object({ id: id('arc'), name: z.string(), iata_code: z.string().length(3) }).nullable(),
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
      fare_basis_code: z.string().nullish(),
      cabin: z.object({ name: Cabin, marketing_name: z.string(), amenities: Amenities.nullable() }).nullish(),
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

const ServiceBase = z.object({
  id: id('ase'),
  maximum_quantity: z.number().int().min(1),
  passenger_ids: z.array(id('pas')).min(1),
  segment_ids: z.array(id('seg')).min(1),
  total_amount: Amount,
  total_currency: Currency,
});
const Centimetres = z.number().int().nullable();
const Service = z.discriminatedUnion('type', [
  ServiceBase.extend({
    type: z.literal('baggage'),
    metadata: z.strictObject({
      type: z.enum(['carry_on', 'checked']),
      maximum_weight_kg: z.number().nullable(),
      maximum_length_cm: Centimetres,
      maximum_height_cm: Centimetres,
      maximum_depth_cm: Centimetres,
    }),
  }),
  ServiceBase.extend({
    type: z.literal('seat'),
    metadata: z.strictObject({
      designator: z.string(),
      name: z.string().nullable(),
      disclosures: z.array(z.string()),
    }),
  }),
  ServiceBase.extend({
    type: z.literal('cancel_for_any_reason'),
    metadata: z.strictObject({
      refund_amount: Amount,
      merchant_copy: z.string(),
      terms_and_conditions_url: z.url(),
    }),
  }),
]);

/** One offer with its services. */
export const SingleOfferSchema = OfferSchema.extend({
  available_services: z.array(Service),
  intended_payment_methods: z.array(z.never()),
  intended_services: z.array(z.never()),
  available_airline_credit_ids: z.array(z.never()),
});

const SeatElement = z.strictObject({
  type: z.enum([
    'seat',
    'restricted_seat_general',
    'lavatory',
    'galley',
    'closet',
    'bassinet',
    'exit_row',
    'empty',
  ]),
  designator: z
    .string()
    .regex(/^\d+[A-Z]$/)
    .nullable(),
  name: z.string().nullable(),
  disclosures: z.array(z.string()).nullable(),
  available_services: z.array(
    z.strictObject({
      id: id('ase'),
      passenger_id: id('pas'),
      total_amount: Amount,
      total_currency: Currency,
    }),
  ),
});

export const SeatMapSchema = z.object({
  id: id('sea'),
  slice_id: id('sli'),
  segment_id: id('seg'),
  cabins: z.array(
    z.object({
      cabin_class: Cabin,
      deck: z.number().int(),
      aisles: z.number().int(),
      wings: z.object({ first_row_index: z.number().int(), last_row_index: z.number().int() }).nullable(),
      rows: z.array(z.object({ sections: z.array(z.object({ elements: z.array(SeatElement) })) })),
    }),
  ),
});

export const ErrorSchema = z.strictObject({
  meta: z.strictObject({ status: z.number().int(), request_id: z.string().regex(/^[\w-]{20}$/) }),
  errors: z
    .array(
      z.strictObject({
        type: z.enum([
          'authentication_error',
          'airline_error',
          'invalid_state_error',
          'rate_limit_error',
          'validation_error',
          'invalid_request_error',
          'api_error',
        ]),
        code: z.string().regex(/^[a-z_]+$/),
        title: z.string().min(1),
        message: z.string().min(1),
        documentation_url: z.literal('https://duffel.com/docs/api/overview/response-handling'),
        source: z.union([z.strictObject({ field: z.string(), pointer: z.string() }), z.string()]).optional(),
      }),
    )
    .length(1),
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
      type: z.enum(['baggage', 'seat', 'cancel_for_any_reason']),
      quantity: z.number().int(),
      total_amount: Amount,
    }),
  ),
  slices: z.array(Slice).min(1),
  passengers: z.array(
    z.object({ id: id('pas'), given_name: z.string(), family_name: z.string(), born_on: z.iso.date() }),
  ),
});
