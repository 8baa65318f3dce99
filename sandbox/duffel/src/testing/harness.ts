import { Duffel, DuffelError } from '@duffel/api';
import type { CreateOrder, Offer, SeatMap, SeatMapCabinRowSectionElementSeat } from '@duffel/api/types';
import { createControlClient } from '@fareline/sandbox-kit/testing';
import { afterAll, onTestFinished } from 'vitest';
import { buildDuffelSandbox, type SandboxOptions } from '../app.ts';

/** Starts the sandbox on a free port, with the unmodified SDK as its client and helpers for the control API. */
async function openSandbox(options: SandboxOptions = {}) {
  const app = buildDuffelSandbox(options);
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const callControl = createControlClient(baseUrl);
  return {
    baseUrl,
    duffel: new Duffel({ token: 'duffel_test_suite', basePath: baseUrl }),
    liveDuffel: new Duffel({ token: 'duffel_live_suite', basePath: baseUrl }),
    callControl,
    addFault: async (fault: Record<string, unknown>) => callControl('POST', 'faults', fault),
    readLedger: async () => (await callControl('GET', 'ledger')) as Ledger,
    stop: async () => app.close(),
  };
}

interface Ledger {
  requests: { method: string; path: string; status: number | null; fault?: string }[];
  orders: {
    id: string;
    offer_id: string;
    status: string;
    metadata: Record<string, string>;
    total_amount: string;
  }[];
  cancellations: { id: string; confirmed_at: string | null }[];
}

type SandboxHarness = Awaited<ReturnType<typeof openSandbox>>;

/** Starts a sandbox until the end of the test. */
export async function startSandbox(options?: SandboxOptions): Promise<SandboxHarness> {
  const sandbox = await openSandbox(options);
  onTestFinished(sandbox.stop);
  return sandbox;
}

/** Starts a sandbox for all tests of a file; to be called outside of the tests. */
export async function startSharedSandbox(options?: SandboxOptions): Promise<SandboxHarness> {
  const sandbox = await openSandbox(options);
  afterAll(sandbox.stop);
  return sandbox;
}

/** The UTC date `days` days from now, as '2026-05-01'. */
export const dateInDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface SearchOptions {
  cabin?: 'economy' | 'premium_economy' | 'business' | 'first';
  passengers?: ({ type: 'adult' } | { age: number })[];
  returnDate?: string;
  maxConnections?: 0 | 1 | 2;
}

export const buildSearch = (
  origin: string,
  destination: string,
  date: string,
  options: SearchOptions = {},
) => ({
  slices: [
    { origin, destination, departure_date: date, departure_time: null, arrival_time: null },
    ...(options.returnDate
      ? [
          {
            origin: destination,
            destination: origin,
            departure_date: options.returnDate,
            departure_time: null,
            arrival_time: null,
          },
        ]
      : []),
  ],
  passengers: options.passengers ?? [{ type: 'adult' as const }],
  cabin_class: options.cabin ?? ('economy' as const),
  max_connections: options.maxConnections ?? (1 as const),
  return_offers: true,
});

/** Searches, then fetches the cheapest offer with its available services. */
export async function fetchCheapestOffer(
  { duffel }: Pick<SandboxHarness, 'duffel'>,
  from = 'JFK',
  to = 'LAX',
  options: SearchOptions = {},
): Promise<Offer> {
  const search = await duffel.offerRequests.create(buildSearch(from, to, dateInDays(40), options));
  const [cheapest] = [...search.data.offers].sort((a, b) => Number(a.total_amount) - Number(b.total_amount));
  if (!cheapest) throw new Error(`No offers from ${from} to ${to}`);
  return (await duffel.offers.get(cheapest.id, { return_available_services: true })).data;
}

/** Searches a route with many fares and fetches the first offer that matches. */
export async function findOffer(
  { duffel }: SandboxHarness,
  predicate: (offer: Offer) => boolean,
): Promise<Offer> {
  const { data } = await duffel.offerRequests.create(buildSearch('JFK', 'LHR', dateInDays(40)));
  const found = data.offers.find((offer) => predicate(offer as Offer));
  if (!found) throw new Error('No such offer');
  return (await duffel.offers.get(found.id)).data;
}

/** The amounts of currencies with two, zero and three decimals. */
export const AMOUNT_FORMATS = [
  ['USD', /^\d+\.\d{2}$/],
  ['JPY', /^\d+$/],
  ['KWD', /^\d+\.\d{3}$/],
] as const;

/** Makes the next search return prices in a currency. */
export async function setCurrency({ callControl }: SandboxHarness, currency: string): Promise<void> {
  if (currency !== 'USD') await callControl('POST', 'results', { currency });
}

/** Hundredths of an amount, calculated independently of the sandbox. */
export const toCents = (amount: string | null | undefined): number => Math.round(Number(amount) * 100);

const GIVEN_NAMES = ['Amelia', 'Bessie', 'Charles', 'Dorothy', 'Elinor'];

/** Builds passengers that match the offer, with every document that it can require. */
export function buildPassengers(offer: Pick<Offer, 'passengers'>): CreateOrder['passengers'] {
  const infants = offer.passengers.filter((passenger) => passenger.type === 'infant_without_seat');
  return offer.passengers.map((passenger, index) => {
    const isAdult = passenger.type === 'adult';
    const birthDate = new Date();
    birthDate.setUTCFullYear(birthDate.getUTCFullYear() - (isAdult ? 36 : (passenger.age ?? 0)));
    birthDate.setUTCDate(birthDate.getUTCDate() - 1);
    return {
      id: passenger.id,
      title: 'ms',
      gender: 'f',
      given_name: GIVEN_NAMES[index] ?? 'Zoe',
      family_name: 'Earhart',
      born_on: birthDate.toISOString().slice(0, 10),
      email: 'amelia@example.com',
      phone_number: '+442080160509',
      ...(isAdult && infants[index] && { infant_passenger_id: infants[index].id }),
      identity_documents: [
        {
          type: 'passport',
          unique_identifier: 'P1234567',
          issuing_country_code: 'GB',
          expires_on: dateInDays(3000),
        },
      ],
    } as CreateOrder['passengers'][number];
  });
}

export const buildInstantOrder = (offer: Offer, overrides: Partial<CreateOrder> = {}): CreateOrder => ({
  type: 'instant',
  selected_offers: [offer.id],
  passengers: buildPassengers(offer),
  payments: [{ type: 'balance', amount: offer.total_amount, currency: offer.total_currency }],
  ...overrides,
});

/** Describes the error of a failed call, as '422 validation_error/offer_expired'; 'no error' if the call succeeds. */
export async function describeError(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof DuffelError)) return error instanceof Error ? error.name : 'unknown';
    const firstError = error.errors?.[0];
    return firstError
      ? `${error.meta?.status} ${firstError.type}/${firstError.code}`
      : `${(error as { status?: number }).status} without errors`;
  }
  return 'no error';
}

/** Lists the seats of a seat map from front to back. */
export const listSeats = (map: SeatMap | undefined): SeatMapCabinRowSectionElementSeat[] =>
  (map?.cabins ?? []).flatMap((cabin) =>
    cabin.rows.flatMap((row) =>
      row.sections.flatMap((section) =>
        section.elements.flatMap((element) => (element.type === 'seat' ? [element] : [])),
      ),
    ),
  );
