import {
  acceptAirlineChange,
  confirmBookingChange,
  getBooking,
  getBookingChange,
  listLaterBags,
  quoteBookingChange,
  searchChangeOffers,
  type BookingChange,
  type BookingChangeRequest,
  type BookingData,
} from '@fareline/contracts';
import { cardDetails } from '../endpoints/testing/bodies.ts';
import { bookTrip, pay, type AttemptOptions } from './attempt.ts';
import type { TripCase } from './cases.ts';
import type { Told } from './invariants.ts';
import { waitFor } from './wait-for.ts';

interface TripOptions extends AttemptOptions {
  /** Does to an order what its airline would. */
  controlOrder(orderId: string, action: object): Promise<void>;
}

export interface Trip {
  bookingId: string;
  orderId: string;
  /** What is quoted; undefined when the airline changes the flights. */
  change?: BookingChange;
}

const daysLater = 3;
const prices: Partial<Record<TripCase['attempt'], string>> = {
  ...{ 'paid change': '35.00', 'refused change': '35.00', 'refunded change': '-12.00' },
};

async function readData({ browser, patienceMs }: TripOptions, id: string): Promise<BookingData> {
  const answer = await browser.ask(getBooking, { params: { id } }, patienceMs);
  return JSON.parse(String(answer?.body.bookingData)) as BookingData;
}

/** The first flights three days later, at the price of the case, which the airline of a refused change then raises. */
async function chooseFlights(options: TripOptions, id: string): Promise<BookingChangeRequest> {
  const [slice] = (await readData(options, id)).slices;
  const day = Date.parse((slice?.departure_time ?? '').slice(0, 10)) + daysLater * 86_400_000;
  const wanted = {
    ...{ index: 0, origin: slice?.origin.iata_code, destination: slice?.destination.iata_code },
    departure_date: new Date(day).toISOString().slice(0, 10),
  };
  const request = { params: { id }, body: { slices: [wanted] } };
  const found = await options.browser.ask(searchChangeOffers, request, options.patienceMs);
  return { kind: 'flights', offer_id: found?.body.offers[0]?.id ?? '' };
}

async function chooseBag({ browser, patienceMs }: TripOptions, id: string): Promise<BookingChangeRequest> {
  const answer = await browser.ask(listLaterBags, { params: { id } }, patienceMs);
  const [bag] = answer?.body.bags ?? [];
  const selection = { serviceId: bag?.id ?? '', passengerId: bag?.passenger_ids[0] ?? '', quantity: 1 };
  return { kind: 'bags', bags: [selection] };
}

/** Books a trip and has its change quoted, as the pages before the consent do; nothing dies meanwhile. */
export async function prepareTrip({ attempt }: TripCase, options: TripOptions): Promise<Trip> {
  const { browser, patienceMs, controlOrder } = options;
  const trip = await bookTrip(options);
  const { bookingId: id, orderId } = trip;
  if (attempt === 'airline change') return trip;
  const price = prices[attempt];
  if (price !== undefined)
    await controlOrder(orderId, {
      changes: { total_amount: price, refund_to: 'original_form_of_payment' },
    });
  const body = await (attempt === 'later bags' ? chooseBag : chooseFlights)(options, id);
  const quote = await browser.ask(quoteBookingChange, { params: { id }, body }, patienceMs);
  if (quote?.status !== 201) throw new Error(`no quote: ${JSON.stringify(quote)}`);
  if (attempt === 'refused change') await controlOrder(orderId, { changes: { total_amount: '99.00' } });
  return { ...trip, change: quote.body };
}

/** Changes the trip as the case says; what its traveller was told. (TRIP-08) */
export async function runTripAttempt(trip: Trip, options: TripOptions): Promise<Told[]> {
  return [await (trip.change ? payAndChange(trip, trip.change, options) : acceptChange(trip, options))];
}

const unknown = (code: string): Told => ({ kind: 'unknown', code });
const told: Record<BookingChange['state'], Told | undefined> = {
  quoted: undefined,
  under_way: undefined,
  done: { kind: 'changed' },
  failed: { kind: 'unchanged', code: 'BOOKING_CHANGE_REFUSED' },
  review: unknown('review'),
};

async function payAndChange(
  { bookingId }: Trip,
  { id: changeId, charge_amount: amount, currency }: BookingChange,
  options: TripOptions,
): Promise<Told> {
  const { browser, purchase, patienceMs } = options;
  const change = { bookingId, changeId };
  const payment = { amount, currency, seats: [], bags: [], cardDetails, change };
  const paid = Number(amount) > 0 ? await pay({ ...options, purchase: { ...purchase, payment } }) : undefined;
  if (typeof paid === 'object') return paid.kind === 'refused' ? { ...paid, kind: 'unchanged' } : paid;
  const params = { id: bookingId, changeId };
  const body = paid === undefined ? {} : { payment_id: paid };
  const answer = await browser.ask(confirmBookingChange, { params, body }, patienceMs);
  if (!answer) return unknown('no answer about the change');
  if (answer.body.error !== undefined) return { kind: 'unchanged', code: answer.body.error };
  return told[answer.body.state] ?? watchChange(options, params);
}

/** The page of a change that is under way, which asks until it has ended. */
async function watchChange(
  { browser, patienceMs }: TripOptions,
  params: { id: string; changeId: string },
): Promise<Told> {
  const ended = await waitFor(patienceMs, async () => {
    const answer = await browser.ask(getBookingChange, { params }, patienceMs);
    return answer?.status === 200 ? told[answer.body.state] : undefined;
  });
  return ended ?? unknown('no end of the change');
}

async function acceptChange({ bookingId: id, orderId }: Trip, options: TripOptions): Promise<Told> {
  const { browser, patienceMs, controlOrder } = options;
  await controlOrder(orderId, { changed: { delay_minutes: 90 } });
  const change = await waitFor(patienceMs, async () => (await readData(options, id)).airline_change);
  if (!change) return unknown('no change by the airline');
  const request = { params: { id }, body: { change_id: change.id } };
  const answer = await browser.ask(acceptAirlineChange, request, patienceMs);
  if (!answer) return unknown('no answer about the change');
  return answer.status === 200 ? { kind: 'changed' } : { kind: 'unchanged', code: answer.body.error ?? '' };
}
