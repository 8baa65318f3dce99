import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { buildBrokenOffers } from './broken-offers.ts';
import { deriveId } from '../flights/seeded-random.ts';
import { newId } from '../ids.ts';
import { findTestScenario } from '../flights/test-routes.ts';
import { resolvePlace } from '../geo/airports.ts';
import { DuffelApiError, invalidField } from '../http/errors.ts';
import { parseData } from '../http/request-body.ts';
import type { OfferRequestRecord, RequestPassenger } from '../records.ts';
import { checkInfants, checkSlices } from './search-rules.ts';
import type { Deps } from '../deps.ts';

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Range = z.object({ from: Time, to: Time }).nullish();
const Code = z.string().regex(/^[A-Z]{3}$/, 'must be a 3-letter IATA code');
const Loyalty = z.array(z.object({ account_number: z.string(), airline_iata_code: z.string() })).nullish();

export const SearchInput = z.object({
  slices: z
    .array(
      z.object({
        origin: Code,
        destination: Code,
        departure_date: z.iso.date(),
        departure_time: Range,
        arrival_time: Range,
      }),
    )
    .min(1)
    .max(6),
  passengers: z
    .array(
      z.object({
        type: z.enum(['adult', 'child', 'infant_without_seat']).nullish(),
        age: z.number().int().min(0).max(130).nullish(),
        fare_type: z.string().nullish(),
        given_name: z.string().nullish(),
        family_name: z.string().nullish(),
        loyalty_programme_accounts: Loyalty,
      }),
    )
    .min(1)
    .max(9),
  cabin_class: z.enum(['economy', 'premium_economy', 'business', 'first']).nullish(),
  max_connections: z.number().int().min(0).max(2).nullish(),
});

const Query = z.object({ supplier_timeout: z.coerce.number().optional().catch(undefined) });

const DEFAULT_SUPPLIER_TIMEOUT_MS = 20_000;

/** Returns the supplier timeout in milliseconds; values outside 2 to 60 seconds are ignored, as at Duffel. */
export function parseSupplierTimeout(query: unknown): number {
  const timeoutMs = Query.safeParse(query).data?.supplier_timeout;
  return timeoutMs !== undefined && timeoutMs >= 2_000 && timeoutMs <= 60_000
    ? timeoutMs
    : DEFAULT_SUPPLIER_TIMEOUT_MS;
}

function toRequestPassenger(
  input: z.infer<typeof SearchInput>['passengers'][number],
  id: string,
  index: number,
): RequestPassenger {
  if ((input.type ?? null) === null && (input.age ?? null) === null && (input.fare_type ?? null) === null)
    throw invalidField(
      `/passengers/${index}/type`,
      'validation_required',
      "One of 'type' or 'age' can't be blank",
      'Required field',
    );
  if (input.type && typeof input.age === 'number')
    throw invalidField(
      `/passengers/${index}/age`,
      'validation_mutually_exclusive',
      "Only one of 'type' and 'age' may be given",
    );
  const age = input.age ?? null;
  const typeForAge = age === null || age >= 12 ? 'adult' : age >= 2 ? 'child' : 'infant_without_seat';
  return {
    id,
    type: input.type ?? typeForAge,
    age,
    given_name: input.given_name ?? null,
    family_name: input.family_name ?? null,
    fare_type: null,
    user_id: null,
    loyalty_programme_accounts: input.loyalty_programme_accounts ?? [],
  };
}

/** Validates the input and creates an offer request; throws Duffel's validation errors. */
export function createSearch(
  deps: Deps,
  input: z.infer<typeof SearchInput>,
  liveMode: boolean,
  supplierTimeoutMs: number,
): OfferRequestRecord {
  const searchedAt = deps.clock.iso();
  checkSlices(input.slices, searchedAt.slice(0, 10));
  const id = newId('orq');
  const passengers = input.passengers.map((passenger, index) =>
    toRequestPassenger(passenger, deriveId('pas', `${id}|${index}`), index),
  );
  checkInfants(passengers.map(({ type }) => type));
  const resultOverrides = deps.resultOverrides.take(input.slices[0]?.departure_date);
  return {
    id,
    created_at: searchedAt,
    live_mode: liveMode,
    cabin_class: input.cabin_class ?? null,
    passengers,
    ...(resultOverrides && { resultOverrides }),
    search: {
      slices: input.slices.map((slice) => ({
        ...slice,
        departure_time: slice.departure_time ?? null,
        arrival_time: slice.arrival_time ?? null,
      })),
      cabin: input.cabin_class ?? 'economy',
      passengers: passengers.map((passenger) => passenger.type),
      maxConnections: input.max_connections ?? 1,
      searchedAt,
      supplierTimeoutMs,
    },
  };
}

/** On Duffel's test route for timeouts, waits for the supplier timeout and throws the 504. */
export async function simulateTimeout(record: OfferRequestRecord): Promise<void> {
  if (findTestScenario(record.search.slices) !== 'timeout') return;
  await sleep(record.search.supplierTimeoutMs);
  throw new DuffelApiError(504, {
    type: 'api_error',
    code: 'gateway_timeout_error',
    title: 'Gateway timeout',
    message: 'The airline did not answer in time.',
  });
}

function renderOfferRequest(record: OfferRequestRecord, offers: unknown[]) {
  return {
    id: record.id,
    live_mode: record.live_mode,
    created_at: record.created_at,
    cabin_class: record.cabin_class,
    client_key: `SFMyNTY.${record.id}`,
    passengers: record.passengers,
    slices: record.search.slices.map((slice) => {
      const origin = resolvePlace(slice.origin)?.place;
      const destination = resolvePlace(slice.destination)?.place;
      return {
        origin_type: origin?.type,
        origin,
        destination_type: destination?.type,
        destination,
        departure_date: slice.departure_date,
        departure_time: slice.departure_time,
        arrival_time: slice.arrival_time,
      };
    }),
    offers,
  };
}

const listOffersWithBroken = (deps: Deps, record: OfferRequestRecord): unknown[] => {
  const offers = deps.offers.list(record);
  return record.resultOverrides?.broken ? [...buildBrokenOffers(offers[0]), ...offers] : offers;
};

export function addOfferRequestRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/air/offer_requests', async (request, reply) => {
    const input = parseData(request, SearchInput);
    const record = createSearch(deps, input, request.liveMode, parseSupplierTimeout(request.query));
    await simulateTimeout(record);
    deps.offers.saveRequest(record);
    return reply.code(201).send({ data: renderOfferRequest(record, listOffersWithBroken(deps, record)) });
  });
}
