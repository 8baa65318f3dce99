import { z } from 'zod';
import { amountSchema, localDateTimeSchema, modeSchema, offerIdSchema } from '../common.schema.ts';

/** An airport of an offer. `time_zone` is an IANA name. (API-05) */
export const placeSchema = z
  .object({
    name: z.string().nullable(),
    iata_code: z.string().nullable(),
    city_name: z.string().nullable(),
    country_code: z.string().nullable(),
    time_zone: z.string().nullable(),
  })
  .meta({ id: 'Place' });
export type Place = z.output<typeof placeSchema>;

export const carrierSchema = z
  .object({ name: z.string().nullable(), iata_code: z.string().nullable(), logo_url: z.string().nullable() })
  .meta({ id: 'Carrier' });
export type Carrier = z.output<typeof carrierSchema>;

/** One flight of a slice. Times are local to their airport; `duration` is ISO 8601. (API-06) */
export const segmentSchema = z
  .object({
    id: z.string(),
    origin: placeSchema,
    destination: placeSchema,
    departing_at: localDateTimeSchema.nullable(),
    arriving_at: localDateTimeSchema.nullable(),
    /** Missing while the airline does not name it. */
    origin_terminal: z.string().optional(),
    destination_terminal: z.string().optional(),
    /** Carrier code followed by the number: "BA117". */
    flight_number: z.string().nullable(),
    duration: z.string().nullable(),
    aircraft: z.object({ name: z.string().nullable() }),
    /** The first traveller's: economy, premium_economy, business or first, and the airline's own name for it. (LIST-02) */
    cabin_class: z.string().nullable(),
    cabin_name: z.string().nullable(),
    airline: carrierSchema,
    marketing_carrier: carrierSchema,
    operating_carrier: carrierSchema,
    /** Technical stops on the way, without a change of flight. */
    stops: z.array(placeSchema),
    /** Amenities and included bags: wifi, power, meal, seat (pitch, legroom), baggage (a checked bag), cabin_bag. */
    services: z.array(z.object({ type: z.string(), description: z.string() })),
  })
  .meta({ id: 'Segment' });
export type Segment = z.output<typeof segmentSchema>;

/** Bags that every traveller with a seat has on every flight without paying more. (PROVIDER-08) */
export const includedBagsSchema = z.object({
  cabin: z.number().int().min(0),
  checked: z.number().int().min(0),
});
export type IncludedBags = z.output<typeof includedBagsSchema>;

export const sliceSchema = z
  .object({
    id: z.string(),
    origin: placeSchema,
    destination: placeSchema,
    departure_time: localDateTimeSchema.nullable(),
    arrival_time: localDateTimeSchema.nullable(),
    duration: z.string().nullable(),
    fare_brand_name: z.string().nullable(),
    segments: z.array(segmentSchema),
    /** On the flights of this slice: a fare may differ by direction. */
    included_bags: includedBagsSchema.optional(),
  })
  .meta({ id: 'Slice' });
export type Slice = z.output<typeof sliceSchema>;

/**
 * A bag that is included in the offer (amount 0) or can be bought with it; the price is that of one bag for one traveller. Null
 * amounts: the airline gives no price. The type `baggage` is a checked bag, `cabin_bag` a cabin bag. (FILTER-14)
 */
export const serviceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    type: z.string(),
    total_amount: amountSchema.nullable(),
    total_currency: z.string().nullable(),
  })
  .meta({ id: 'Service' });
export type Service = z.output<typeof serviceSchema>;

/** `baggage` is a checked bag, `cabin_bag` a cabin bag; of a `bag` the airline does not say which. (FILTER-14) */
export const bagTypeSchema = z.enum(['baggage', 'cabin_bag', 'bag']);

/** Bags that were bought. (EXTRA-02) */
export const boughtBagSchema = z.object({
  passenger_id: z.string(),
  segment_ids: z.array(z.string()),
  type: bagTypeSchema,
  weight_kg: z.number().nullable(),
  quantity: z.number().int(),
  /** Price of all `quantity` bags, in the currency of the booking. */
  amount: amountSchema,
});

/**
 * A bag that the airline sells to these travellers for the flights of `segment_ids`. The amount is that of one bag, without markup, in
 * the currency of the offer; at most `max_quantity` are sold. (EXTRA-01, MONEY-06)
 */
export const bagServiceSchema = z
  .object({
    id: z.string(),
    type: bagTypeSchema,
    weight_kg: z.number().nullable(),
    passenger_ids: z.array(z.string()),
    segment_ids: z.array(z.string()),
    max_quantity: z.number().int().min(1),
    total_amount: amountSchema,
    total_currency: z.string(),
  })
  .meta({ id: 'BagService' });
export type BagService = z.output<typeof bagServiceSchema>;

/** Bags of one kind that a passenger takes. The price is the service's, never one in a request. (MONEY-21) */
export const bagSelectionSchema = z
  .object({
    serviceId: z.string().min(1),
    passengerId: z.string().min(1),
    quantity: z.number().int().min(1).max(9),
  })
  .meta({ id: 'BagSelection' });
export type BagSelection = z.output<typeof bagSelectionSchema>;

/** Null: the airline does not specify it. A penalty is a decimal string in its currency. (PROVIDER-09) */
export const conditionsSchema = z
  .object({
    refundable: z.boolean().nullable(),
    refund_penalty_amount: amountSchema.nullable(),
    refund_penalty_currency: z.string().nullable(),
    /** The airline is known to pay a cancellation back in money or in credit, and says which only then. */
    credit_possible: z.boolean().optional(),
    changeable: z.boolean().nullable(),
    change_penalty_amount: amountSchema.nullable(),
    change_penalty_currency: z.string().nullable(),
    cancellation_options: z.array(
      z.object({
        type: z.literal('refund_before_departure'),
        penalty_amount: amountSchema.nullable(),
        penalty_currency: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Conditions' });
export type Conditions = z.output<typeof conditionsSchema>;

/**
 * One checked bag for every traveller with a seat on every segment: included, available for `total_amount` (for all of
 * them, in the offer's currency, without markup), or unknown if the airline does not specify it. Amount null unless paid.
 */
export const checkedBagSchema = z
  .object({ status: z.enum(['included', 'paid', 'unknown']), total_amount: amountSchema.nullable() })
  .meta({ id: 'CheckedBag' });
export type CheckedBag = z.output<typeof checkedBagSchema>;

export const passengerTypes = ['adult', 'child', 'infant_without_seat'] as const;
export const passengerTypeSchema = z.enum(passengerTypes);
export type PassengerType = z.output<typeof passengerTypeSchema>;

/**
 * An offer as sent to browsers: amounts include the brand's markup, `base_amount` and `tax_amount` add up to
 * `total_amount` to the cent, and the provider's own amount is not included. (API-03, API-04)
 */
export const offerSchema = z
  .object({
    id: z.string(),
    mode: modeSchema,
    total_amount: amountSchema,
    total_currency: z.string(),
    base_amount: amountSchema,
    base_currency: z.string(),
    tax_amount: amountSchema,
    tax_currency: z.string(),
    owner: carrierSchema,
    slices: z.array(sliceSchema),
    passengers: z.array(z.object({ id: z.string(), type: passengerTypeSchema })),
    conditions: conditionsSchema,
    available_services: z.array(serviceSchema),
    checked_bag: checkedBagSchema,
    /** What the airline sells of them one by one; missing without any and while the paid extras have not been loaded. */
    bags: z.array(bagServiceSchema).optional(),
    included_bags: includedBagsSchema,
    passenger_identity_documents_required: z.boolean(),
    payment_requirements: z.object({
      price_guarantee_expires_at: z.string().nullable(),
      payment_required_by: z.string().nullable(),
    }),
    /** Kilograms of CO2 for all passengers, as given by the provider. */
    total_emissions_kg: z.string().nullable(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: 'Offer' });
export type Offer = z.output<typeof offerSchema>;

/** Price and fare that the result list showed for an offer whose price or fare has changed since. */
export const listedOfferSchema = z
  .object({
    total_amount: amountSchema,
    total_currency: z.string(),
    /** Fare name of the first slice; null if the airline gives none. */
    fare_brand_name: z.string().nullable(),
  })
  .meta({ id: 'ListedOffer' });

/** An offer with its paid extras; `listed` is null while its price and fare are those of the result list. */
export const offerDetailsSchema = offerSchema
  .extend({
    listed: listedOfferSchema.nullable(),
    /** False while the paid extras have not been loaded. */
    has_extras: z.boolean().optional(),
    /** Median of the search that found it; missing for fresh offers. */
    median_emissions_kg: z.number().int().nullable().optional(),
    /** On request: the offers of the same flights in the search that found it, itself included; empty if it is no longer cached. */
    fares: z.array(offerSchema).optional(),
  })
  .meta({ id: 'OfferDetails' });
export type OfferDetails = z.output<typeof offerDetailsSchema>;

export const verifyErrorCodes = [
  'MISSING_OFFER_ID',
  'NO_RESPONSE',
  'PARSE_ERROR',
  'OFFER_EXPIRED',
  'DEPARTURE_TOO_CLOSE',
  'API_ERROR',
  'UNEXPECTED_RESPONSE',
  'VALIDATION_ERROR',
  'UNKNOWN_ERROR',
] as const;

/** Whether an offer can still be booked. (API-13, API-38) */
export const verifyResultSchema = z
  .object({
    valid: z.boolean(),
    message: z.string().optional(),
    error: z.enum(verifyErrorCodes).optional(),
    offer_id: z.string().optional(),
    expires_at: z.string().optional(),
    /** Whole minutes until the expiry, computed when the response is created. */
    minutes_remaining: z.number().int().optional(),
  })
  .meta({ id: 'VerifyResult' });
export type VerifyResult = z.output<typeof verifyResultSchema>;

/** The fresh offer that replaces a cached one. (PROVIDER-01, PROVIDER-02) */
export const offerRefreshSchema = z
  .object({
    offer: offerSchema,
    price_changed: z.boolean(),
    /** Price that the screen showed, decimal string in the same currency. */
    previous_total_amount: amountSchema,
  })
  .meta({ id: 'OfferRefresh' });
export type OfferRefresh = z.output<typeof offerRefreshSchema>;

export const offerQuerySchema = z.object({
  extras: z.enum(['stored', 'required']).optional(),
  /** Asks for the other fares of the same flights, for a page that was opened without a list. */
  fares: z.literal('same-flights').optional(),
});

/** `price` is what the screen shows, in the currency of the offer; without it the stored price is the one to compare with. */
export const offerRefreshQuerySchema = z.object({ price: z.string().max(20).optional() });

export const offerParamsSchema = z.object({ id: offerIdSchema.min(1, 'Offer ID is required') });
