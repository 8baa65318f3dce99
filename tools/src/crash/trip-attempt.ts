import {
  acceptAirlineChange,
  confirmBookingChange,
  currencyDigits,
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
import { bookTrip, cancel, pay, selectBag, unknown, type Visit } from './attempt.ts';
import type { Browser } from '../endpoints/testing/browser.ts';
import { getCurrency, type TripCase } from './cases.ts';
import type { Told } from './invariants.ts';

const daysLater = 3;
const prices: Partial<Record<TripCase['attempt'], number>> = {
  ...{ 'paid change': 35, 'refused change': 35, 'refunded change': -12 },
};

/** Does to an order what its airline would. */
const controlOrder = ({ duffel }: Visit, orderId: string, action: object) =>
  duffel.control('POST', `orders/${orderId}`, action);

async function readData(browser: Browser, id: string): Promise<BookingData> {
  const answer = await browser.ask(getBooking, { params: { id } });
  return JSON.parse(String(answer?.body.bookingData)) as BookingData;
}

/** The first flights three days later, at the price of the case, which the airline of a refused change then raises. */
async function chooseFlights(browser: Browser, id: string): Promise<BookingChangeRequest> {
  const [slice] = (await readData(browser, id)).slices;
  const day = Date.parse((slice?.departure_time ?? '').slice(0, 10)) + daysLater * 86_400_000;
  const wanted = {
    ...{ index: 0, origin: slice?.origin.iata_code, destination: slice?.destination.iata_code },
    departure_date: new Date(day).toISOString().slice(0, 10),
  };
  const found = await browser.ask(searchChangeOffers, { params: { id }, body: { slices: [wanted] } });
  return { kind: 'flights', offer_id: found?.body.offers[0]?.id ?? '' };
}

async function chooseBag(browser: Browser, id: string): Promise<BookingChangeRequest> {
  const answer = await browser.ask(listLaterBags, { params: { id } });
  return { kind: 'bags', bags: selectBag(answer?.body.bags[0]) };
}

/** Books a trip and has its change quoted, as the pages before the consent do, while nothing dies. Returns what its traveller does then, and is told. (TRIP-08) */
export async function prepareTrip(
  trip: Pick<TripCase, 'seed' | 'attempt'>,
  visit: Visit,
): Promise<() => Promise<Told[]>> {
  const { browser } = visit;
  const { attempt } = trip;
  const { id, orderId } = await bookTrip(visit);
  if (attempt === 'disputed cancellation') return disputeAndCancel(id, visit);
  if (attempt === 'airline change') return async () => [await acceptChange(id, orderId, visit)];
  const price = prices[attempt];
  const toAmount = (value: number) => value.toFixed(currencyDigits(getCurrency(trip)));
  if (price !== undefined)
    await controlOrder(visit, orderId, {
      changes: { total_amount: toAmount(price), refund_to: 'original_form_of_payment' },
    });
  const body = await (attempt === 'later bags' ? chooseBag : chooseFlights)(browser, id);
  const quote = await browser.ask(quoteBookingChange, { params: { id }, body });
  if (quote?.status !== 201) throw new Error(`no quote: ${JSON.stringify(quote)}`);
  if (attempt === 'refused change')
    await controlOrder(visit, orderId, { changes: { total_amount: toAmount(99) } });
  return async () => [await payAndChange(id, quote.body, visit)];
}

/** The cardholder disputes two parts of the charge, before the traveller cancels; one is won and one is lost afterwards. */
async function disputeAndCancel(id: string, visit: Visit): Promise<() => Promise<Told[]>> {
  const { stripe } = visit;
  const { payment_intents } = await stripe.ledger();
  const payment_intent = payment_intents.at(-1)?.id;
  const total = payment_intents.at(-1)?.amount_received ?? 0;
  const decide = (input: object) =>
    stripe.control('POST', 'disputes', { payment_intent, ...input }) as Promise<{ id: string }>;
  const open = (share: number, isAnother: boolean) =>
    decide({ status: 'needs_response', amount: Math.floor(total * share), isAnother });
  const [won, lost] = [await open(0.2, false), await open(0.7, true)];
  return async () => {
    const answers = await cancel(visit, id);
    await decide({ status: 'won', dispute: won.id });
    await decide({ status: 'lost', dispute: lost.id });
    return answers;
  };
}

const told: Record<BookingChange['state'], Told | undefined> = {
  quoted: undefined,
  under_way: undefined,
  done: { kind: 'changed' },
  failed: { kind: 'unchanged', code: 'BOOKING_CHANGE_REFUSED' },
  review: unknown('review'),
};

async function payAndChange(bookingId: string, quoted: BookingChange, visit: Visit): Promise<Told> {
  const { browser } = visit;
  const { id: changeId, charge_amount: amount, currency } = quoted;
  const change = { bookingId, changeId };
  const payment = { amount, currency, seats: [], bags: [], cardDetails, change };
  const paid = Number(amount) > 0 ? await pay(visit, payment) : undefined;
  if (typeof paid === 'object') return paid.kind === 'refused' ? { ...paid, kind: 'unchanged' } : paid;
  const params = { id: bookingId, changeId };
  const body = paid === undefined ? {} : { payment_id: paid };
  const answer = await browser.ask(confirmBookingChange, { params, body });
  if (!answer) return unknown('no answer about the change');
  if (answer.body.error !== undefined) return { kind: 'unchanged', code: answer.body.error };
  return (
    told[answer.body.state] ??
    // The page of a change that is under way asks until it has ended.
    (await browser.watch(async () => {
      const read = await browser.ask(getBookingChange, { params });
      return read?.status === 200 ? told[read.body.state] : undefined;
    })) ??
    unknown('no end of the change')
  );
}

async function acceptChange(id: string, orderId: string, visit: Visit): Promise<Told> {
  const { browser } = visit;
  await controlOrder(visit, orderId, { changed: { delay_minutes: 90 } });
  const change = await browser.watch(async () => (await readData(browser, id)).airline_change);
  if (!change) return unknown('no change by the airline');
  const answer = await browser.ask(acceptAirlineChange, { params: { id }, body: { change_id: change.id } });
  if (!answer) return unknown('no answer about the change');
  if (answer.status === 200) return { kind: 'changed' };
  if (answer.status !== 202) return { kind: 'unchanged', code: answer.body.error ?? '' };
  const answered = await browser.watch(async () => (await readData(browser, id)).airline_change?.answered_at);
  return answered ? { kind: 'changed' } : unknown('no end of the acceptance');
}
