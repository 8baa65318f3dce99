import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  cancelBooking,
  continuePayment,
  createBooking,
  currencyDigits,
  getOffer,
  login,
  processCard,
  quoteCancellation,
  readBookingProgress,
  refreshOffer,
  register,
  searchFlightsPage,
  wholeListSize,
  type BookingRequest,
  type Offer,
  type PaymentRequest,
} from '@fareline/contracts';
import { createBookingBody, createPaymentBody } from '../endpoints/testing/bodies.ts';
import type { Answer } from '../endpoints/testing/visitor.ts';
import type { Browser } from '../endpoints/testing/browser.ts';
import { getCurrency, isTripCase, type CrashCase } from './cases.ts';
import type { Sandboxes } from './facts.ts';
import type { Told } from './invariants.ts';

export interface Purchase {
  payment: PaymentRequest;
  booking: BookingRequest;
}

/** A visitor with what they are to buy, and the sandboxes, which do what airline and bank do. */
export interface Visit extends Sandboxes {
  browser: Browser;
  purchase: Purchase;
}

const searchTimeoutMs = 60_000;

/** Finds an offer and what is to be sent for it, as the pages before the payment do. */
export async function choosePurchase(
  browser: Browser,
  { seed, attempt }: Pick<CrashCase, 'seed' | 'attempt'>,
  duffel: Sandboxes['duffel'],
): Promise<Purchase> {
  const isTrip = isTripCase({ attempt });
  // Days of their own, because a search of the day may be cached in another currency.
  const days = isTrip ? 270 + (seed % 60) : 30 + (seed % 240);
  if (attempt === 'book and cancel' || isTrip) await signUp(browser);
  const departureDate = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const currency = isTrip ? getCurrency({ seed }) : 'USD';
  if (currency !== 'USD')
    // The offer is searched once more when it is opened.
    await duffel.control('POST', 'results', { times: 2, departure_date: departureDate, currency });
  const query = { origin: 'LHR', destination: 'JFK', departureDate, limit: wholeListSize };
  const search = await browser.ask(searchFlightsPage, { query }, searchTimeoutMs);
  const isCancelled = attempt === 'book and cancel' || attempt === 'disputed cancellation';
  const isWanted = ({ total_currency, conditions: { changeable, refundable } }: Offer) =>
    total_currency === currency && (isCancelled ? refundable === true : !isTrip || changeable === true);
  const params = { id: search?.body.offers.find(isWanted)?.id ?? '' };
  const fresh = await browser.ask(refreshOffer, { params }, searchTimeoutMs);
  if (!fresh || fresh.status !== 200)
    throw new Error(`no offer on ${departureDate}: ${JSON.stringify(fresh)}`);
  const { offer } = fresh.body;
  const request = { params: { id: offer.id }, query: { extras: 'required' } };
  const bag =
    attempt === 'extras'
      ? (await browser.ask(getOffer, request, searchTimeoutMs))?.body.bags?.[0]
      : undefined;
  const amount = (Number(offer.total_amount) + Number(bag?.total_amount ?? 0)).toFixed(
    currencyDigits(currency),
  );
  const price = { amount, currency: offer.total_currency };
  const extras = { bags: selectBag(bag) };
  const booking = createBookingBody(offer, price);
  const passengers = booking.passengers.map((passenger) => ({
    ...passenger,
    email: `crash-${seed}-${randomUUID().slice(0, 8)}@example.com`,
  }));
  return {
    payment: {
      ...{ ...createPaymentBody(offer), ...price, fareAmount: offer.total_amount, ...extras },
      travellers: passengers.map(({ firstName, lastName }) => ({ firstName, lastName })),
      contactEmail: passengers[0]?.email,
    },
    booking: { ...booking, passengers, ...extras },
  };
}

/** One of a bag, for the first passenger who can have it. */
export const selectBag = (bag: { id: string; passenger_ids: string[] } | undefined) =>
  bag ? [{ serviceId: bag.id, passengerId: bag.passenger_ids[0] ?? '', quantity: 1 }] : [];

/** An account of the visitor, who is signed in: a guest could not cancel after the answer with the password is lost. */
async function signUp(browser: Browser): Promise<void> {
  const username = `crash_${randomUUID().slice(0, 8)}`;
  const user = { username, password: 'correct horse 7' };
  const names = { email: `${username}@example.com`, firstName: 'Ada', lastName: 'Byron' };
  await browser.ask(register, { body: { ...user, ...names } }, searchTimeoutMs);
  const answer = await browser.ask(login, { body: user }, searchTimeoutMs);
  if (answer?.status !== 200) throw new Error(`not signed in: ${JSON.stringify(answer)}`);
}

/** Attempts to book as the case says; what the visitor was told in each tab. */
export async function runAttempt(attempt: CrashCase['attempt'], visit: Visit): Promise<Told[]> {
  const tabs = Array.from({ length: attempt === 'two tabs' ? 2 : 1 }, () => payAndBook(attempt, visit));
  return (await Promise.all(tabs)).flat();
}

/** Books a trip that something happens to later. Throws unless it is confirmed. */
export async function bookTrip(visit: Visit): Promise<{ id: string; orderId: string }> {
  const paid = await pay(visit, visit.purchase.payment);
  if (typeof paid !== 'string') throw new Error(`not paid: ${JSON.stringify(paid)}`);
  const answer = await book(visit, paid, randomUUID());
  if (!answer.id || !answer.orderId) throw new Error(`not booked: ${JSON.stringify(answer)}`);
  return { id: answer.id, orderId: answer.orderId };
}

async function payAndBook(attempt: CrashCase['attempt'], visit: Visit): Promise<Told[]> {
  const paid = await pay(visit, visit.purchase.payment);
  if (typeof paid !== 'string') return [paid];
  const key = randomUUID();
  if (attempt === 'client gone') {
    // Closes the page before the answer.
    await visit.browser.send(createBooking, createBookingCall(visit, paid, key), 150).catch(() => undefined);
    return [];
  }
  const keys = { 'double click': [key, key], 'two keys': [key, randomUUID()] }[attempt as string] ?? [key];
  const answers = await Promise.all(keys.map((each) => book(visit, paid, each)));
  const cancelled = attempt === 'book and cancel' ? await cancel(visit, answers[0]?.id) : [];
  return [...answers.map(({ told }) => told), ...cancelled];
}

export const unknown = (code: string): Told => ({ kind: 'unknown', code });

/** What an answer without a payment or booking says; another tab or key may have booked. */
function toTold({ body: { error: code = '' } }: Answer<object>): Told {
  if (code === 'TRIP_BOOKED') return { kind: 'confirmed', code };
  return code === 'BOOKING_UNDER_WAY' ? unknown(code) : { kind: 'refused', code };
}

/** The id of the payment, or what the visitor is told without one. */
export async function pay({ browser, stripe }: Visit, payment: PaymentRequest): Promise<Told | string> {
  const headers = { 'idempotency-key': randomUUID() };
  let answer = await browser.ask(processCard, { body: payment, headers });
  if (answer?.body.nextAction) {
    const [intent] = answer.body.nextAction.clientSecret.split('_secret_');
    await stripe.control('POST', 'challenges', { payment_intent: intent, outcome: 'passed' });
    answer = await browser.ask(continuePayment, { params: { id: answer.body.paymentId }, headers });
  }
  if (!answer) return unknown('no answer about the card');
  return answer.body.paymentId ?? toTold(answer);
}

/** The request that books a purchase which is paid. */
const createBookingCall = ({ purchase: { booking } }: Visit, paymentId: string, key: string) => ({
  headers: { 'idempotency-key': key },
  body: { ...booking, paymentDetails: { ...booking.paymentDetails, paymentId } },
});

interface Booked {
  told: Told;
  /** The ids are missing when the visitor is not known any more. */
  id?: string;
  orderId?: string | null;
}

const toConfirmed = (body: { id: string; duffelBookingId: string | null } | object): Booked => ({
  told: { kind: 'confirmed' },
  ...('id' in body ? { id: body.id, orderId: body.duffelBookingId } : {}),
});

async function book(visit: Visit, paymentId: string, key: string): Promise<Booked> {
  const { browser } = visit;
  const answer = await browser.ask(createBooking, createBookingCall(visit, paymentId, key));
  if (!answer) return { told: unknown('no answer about the booking') };
  if (answer.status === 201) return toConfirmed(answer.body);
  if (answer.status !== 202) return { told: toTold(answer) };
  const token = answer.body.statusToken;
  return (token && (await watchProgress(browser, token))) || { told: { kind: 'pending' } };
}

/** The status page of a pending booking, which asks every second until it ends. */
const watchProgress = (browser: Browser, token: string) =>
  browser.watch(async (): Promise<Booked | undefined> => {
    await delay(1000);
    const answer = await browser.ask(readBookingProgress, { body: { token } });
    if (answer?.body.status === 'failed') return { told: { kind: 'refused', code: 'failed' } };
    const booking = answer?.body.status === 'confirmed' && answer.body.booking;
    return booking ? toConfirmed(booking) : undefined;
  });

/** Cancels a confirmed booking at the price of its quote. */
export async function cancel({ browser }: Pick<Visit, 'browser'>, id: string | undefined): Promise<Told[]> {
  if (!id) return [];
  const quote = await browser.ask(quoteCancellation, { params: { id }, body: {} });
  if (quote?.status !== 200) return [unknown(`no quote: ${quote?.body.error}`)];
  const body = { quote_id: quote.body.quote_id };
  const cancelled = await browser.ask(cancelBooking, { params: { id }, body });
  return [
    cancelled?.status === 200 ? { kind: 'cancelled' } : unknown(`not cancelled: ${cancelled?.body.error}`),
  ];
}
