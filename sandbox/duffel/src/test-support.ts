import { Duffel, DuffelError } from '@duffel/api';
import type { CreateOrder, Offer, SeatMap, SeatMapCabinRowSectionElementSeat } from '@duffel/api/types';
import { buildDuffelSandbox, type SandboxOptions } from './app.ts';

/** Helpers of the sandbox's own tests: a server on a free port, the unchanged SDK, and the control calls. */
export async function startSandbox(options: SandboxOptions = {}) {
  const app = buildDuffelSandbox(options);
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const control = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${base}/_sandbox${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  return {
    base,
    duffel: new Duffel({ token: 'duffel_test_suite', basePath: base }),
    control,
    fault: async (fault: Record<string, unknown>) => control('POST', '/faults', fault),
    ledger: async () => (await (await control('GET', '/ledger')).json()) as Ledger,
    stop: async () => app.close(),
  };
}

interface Ledger {
  requests: { method: string; path: string; status: number | null; fault?: string }[];
  counts: Record<string, number>;
  orders: {
    id: string;
    offer_id: string;
    status: string;
    metadata: Record<string, string>;
    total_amount: string;
  }[];
  payments: { id: string; order_id: string; amount: string }[];
  cancellations: { id: string; confirmed_at: string | null }[];
}

export type Running = Awaited<ReturnType<typeof startSandbox>>;

/** The day `days` from now, '2026-05-01'. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Ask {
  cabin?: 'economy' | 'premium_economy' | 'business' | 'first';
  passengers?: ({ type: 'adult' } | { age: number })[];
  back?: string;
  connections?: 0 | 1 | 2;
}

export const searchOf = (origin: string, destination: string, date: string, ask: Ask = {}) => ({
  slices: [
    { origin, destination, departure_date: date, departure_time: null, arrival_time: null },
    ...(ask.back
      ? [
          {
            origin: destination,
            destination: origin,
            departure_date: ask.back,
            departure_time: null,
            arrival_time: null,
          },
        ]
      : []),
  ],
  passengers: ask.passengers ?? [{ type: 'adult' as const }],
  cabin_class: ask.cabin ?? ('economy' as const),
  max_connections: ask.connections ?? (1 as const),
  return_offers: true,
});

/** Searches and returns the cheapest offer, fetched alone with its services. */
export async function anOffer({ duffel }: Running, from = 'JFK', to = 'LAX', ask: Ask = {}): Promise<Offer> {
  const search = await duffel.offerRequests.create(searchOf(from, to, inDays(40), ask));
  const [cheapest] = [...search.data.offers].sort((a, b) => Number(a.total_amount) - Number(b.total_amount));
  if (!cheapest) throw new Error(`No offers from ${from} to ${to}`);
  return (await duffel.offers.get(cheapest.id, { return_available_services: true })).data;
}

const NAMES = ['Amelia', 'Bessie', 'Charles', 'Dorothy', 'Elinor'];

/** Passengers that fit the offer, with every document it could ask for. */
export function passengersOf(offer: Pick<Offer, 'passengers'>): CreateOrder['passengers'] {
  const infants = offer.passengers.filter((passenger) => passenger.type === 'infant_without_seat');
  return offer.passengers.map((passenger, index) => {
    const adult = passenger.type === 'adult';
    const born = new Date();
    born.setUTCFullYear(born.getUTCFullYear() - (adult ? 36 : (passenger.age ?? 0)));
    born.setUTCDate(born.getUTCDate() - 1);
    return {
      id: passenger.id,
      title: 'ms',
      gender: 'f',
      given_name: NAMES[index] ?? 'Zoe',
      family_name: 'Earhart',
      born_on: born.toISOString().slice(0, 10),
      email: 'amelia@example.com',
      phone_number: '+442080160509',
      ...(adult && infants[index] && { infant_passenger_id: infants[index].id }),
      identity_documents: [
        {
          type: 'passport',
          unique_identifier: 'P1234567',
          issuing_country_code: 'GB',
          expires_on: inDays(3000),
        },
      ],
    } as CreateOrder['passengers'][number];
  });
}

export const instantOrder = (offer: Offer, more: Partial<CreateOrder> = {}): CreateOrder => ({
  type: 'instant',
  selected_offers: [offer.id],
  passengers: passengersOf(offer),
  payments: [{ type: 'balance', amount: offer.total_amount, currency: offer.total_currency }],
  ...more,
});

/** 'validation_error/offer_expired', or what else went wrong. */
export async function errorOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof DuffelError)) return error instanceof Error ? error.name : 'unknown';
    const first = error.errors?.[0];
    return first
      ? `${error.meta?.status} ${first.type}/${first.code}`
      : `${(error as { status?: number }).status} without errors`;
  }
  return 'no error';
}

/** The seats of a flight, front to back. */
export const seatsOf = (map: SeatMap | undefined): SeatMapCabinRowSectionElementSeat[] =>
  (map?.cabins ?? []).flatMap((cabin) =>
    cabin.rows.flatMap((row) =>
      row.sections.flatMap((section) =>
        section.elements.flatMap((element) => (element.type === 'seat' ? [element] : [])),
      ),
    ),
  );
