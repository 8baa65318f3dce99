import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  cancelBooking,
  continuePayment,
  createBooking,
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
import type { Answer, Browser } from './browser.ts';
import { isTripCase, type CrashCase } from './cases.ts';
import type { Told } from './invariants.ts';

export interface Purchase {
  payment: PaymentRequest;
  booking: Omit<BookingRequest, 'paymentDetails'> & { paymentDetails: { amount: string; currency: string } };
}

export interface AttemptOptions {
  browser: Browser;
  purchase: Purchase;
  /** How long a page waits for an answer, and for the end of a pending booking. */
  patienceMs: number;
  /** The cardholder passes the challenge of the bank. */
  passChallenge(clientSecret: string): Promise<void>;
  onStatusToken(token: string): void;
}

const searchTimeoutMs = 60_000;

/** Finds an offer and what is to be sent for it, as the pages before the payment do. */
export async function choosePurchase(
  browser: Browser,
  { seed, attempt }: Pick<CrashCase, 'seed' | 'attempt'>,
): Promise<Purchase> {
  const isTrip = isTripCase({ attempt });
  if (attempt === 'book and cancel' || isTrip) await signUp(browser);
  const departureDate = new Date(Date.now() + (30 + (seed % 300)) * 86_400_000).toISOString().slice(0, 10);
  const query = { origin: 'LHR', destination: 'JFK', departureDate, limit: wholeListSize };
  const search = await browser.ask(searchFlightsPage, { query }, searchTimeoutMs);
  const isWanted = ({ conditions: { changeable, refundable } }: Offer) =>
    isTrip ? changeable === true : attempt !== 'book and cancel' || refundable === true;
  const params = { id: search?.body.offers.find(isWanted)?.id ?? '' };
  const fresh = await browser.ask(refreshOffer, { params }, searchTimeoutMs);
  if (!fresh || fresh.status !== 200)
    throw new Error(`no offer on ${departureDate}: ${JSON.stringify(fresh)}`);
  const { offer } = fresh.body;
  const bags = attempt === 'extras' ? await chooseBags(browser, offer.id) : [];
  const total = bags.reduce((sum, { minor }) => sum + minor, Math.round(Number(offer.total_amount) * 100));
  const price = { amount: (total / 100).toFixed(2), currency: offer.total_currency };
  const extras = { bags: bags.map(({ selection }) => selection) };
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
    booking: { ...booking, passengers, paymentDetails: price, ...extras },
  };
}

async function chooseBags(browser: Browser, id: string) {
  const request = { params: { id }, query: { extras: 'required' } };
  const answer = await browser.ask(getOffer, request, searchTimeoutMs);
  const [bag] = answer?.body.bags ?? [];
  const passengerId = bag?.passenger_ids[0];
  if (!bag || !passengerId) return [];
  const selection = { serviceId: bag.id, passengerId, quantity: 1 };
  return [{ selection, minor: Math.round(Number(bag.total_amount) * 100) }];
}

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
export async function runAttempt(crashCase: CrashCase, options: AttemptOptions): Promise<Told[]> {
  const tabs = Array.from({ length: crashCase.attempt === 'two tabs' ? 2 : 1 }, () =>
    payAndBook(crashCase, options),
  );
  return (await Promise.all(tabs)).flat();
}

/** Books a trip that something happens to later. Throws unless it is confirmed. */
export async function bookTrip(options: AttemptOptions): Promise<{ bookingId: string; orderId: string }> {
  const paid = await pay(options);
  if (typeof paid !== 'string') throw new Error(`not paid: ${JSON.stringify(paid)}`);
  const answer = await book(options, paid, randomUUID());
  if (!answer.bookingId || !answer.orderId) throw new Error(`not booked: ${JSON.stringify(answer)}`);
  return { bookingId: answer.bookingId, orderId: answer.orderId };
}

async function payAndBook({ attempt }: CrashCase, options: AttemptOptions): Promise<Told[]> {
  const paid = await pay(options);
  if (typeof paid !== 'string') return [paid];
  const key = randomUUID();
  const keys = { 'double click': [key, key], 'two keys': [key, randomUUID()] }[attempt as string] ?? [key];
  if (attempt === 'client gone') {
    await sendAndLeave(options, paid, key);
    return [];
  }
  const answers = await Promise.all(keys.map((each) => book(options, paid, each)));
  const cancelled = attempt === 'book and cancel' ? await cancel(options, answers[0]) : [];
  return [...answers.map(({ told }) => told), ...cancelled];
}

const unknown = (code: string): Told => ({ kind: 'unknown', code });

/** What an answer without a payment or booking says; another tab or key may have booked. */
function toTold({ onStatusToken }: AttemptOptions, { body }: Answer<object>): Told {
  const { error: code = '', details } = body;
  if (details?.status_token) onStatusToken(details.status_token);
  if (code === 'TRIP_BOOKED') return { kind: 'confirmed', code };
  return code === 'BOOKING_UNDER_WAY' ? unknown(code) : { kind: 'refused', code };
}

/** The id of the payment, or what the visitor is told without one. */
export async function pay(options: AttemptOptions): Promise<Told | string> {
  const { browser, purchase, patienceMs, passChallenge } = options;
  const headers = { 'idempotency-key': randomUUID() };
  let answer = await browser.ask(processCard, { body: purchase.payment, headers }, patienceMs);
  if (answer?.body.nextAction) {
    await passChallenge(answer.body.nextAction.clientSecret);
    const params = { id: answer.body.paymentId };
    answer = await browser.ask(continuePayment, { params, headers }, patienceMs);
  }
  if (!answer) return unknown('no answer about the card');
  return answer.body.paymentId ?? toTold(options, answer);
}

/** The request that books a purchase which is paid. */
const createBookingCall = (
  { purchase: { booking } }: { purchase: Purchase },
  paymentId: string,
  key: string,
) => ({
  headers: { 'idempotency-key': key },
  body: { ...booking, paymentDetails: { ...booking.paymentDetails, paymentId } },
});

/** Sends the booking and closes the page before the answer. */
async function sendAndLeave(options: AttemptOptions, paymentId: string, key: string): Promise<void> {
  const call = createBookingCall(options, paymentId, key);
  const signal = AbortSignal.timeout(150);
  await options.browser.send(createBooking, call, signal).catch(() => undefined);
}

interface BookAnswer {
  told: Told;
  bookingId?: string;
  orderId?: string | null;
}

/** The ids are missing when the visitor is not known any more. */
const toConfirmed = (body: { id: string; duffelBookingId: string | null } | object): BookAnswer => ({
  told: { kind: 'confirmed' },
  ...('id' in body ? { bookingId: body.id, orderId: body.duffelBookingId } : {}),
});

async function book(options: AttemptOptions, paymentId: string, key: string): Promise<BookAnswer> {
  const { browser, patienceMs } = options;
  const answer = await browser.ask(createBooking, createBookingCall(options, paymentId, key), patienceMs);
  if (!answer) return { told: unknown('no answer about the booking') };
  const token = answer.body.statusToken;
  if (token) options.onStatusToken(token);
  if (answer.status === 201) return toConfirmed(answer.body);
  if (answer.status === 202 && token) return watchProgress(options, token);
  return { told: answer.status === 202 ? { kind: 'pending' } : toTold(options, answer) };
}

/** The status page of a pending booking, which asks every second until it ends. */
async function watchProgress({ browser, patienceMs }: AttemptOptions, token: string): Promise<BookAnswer> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    await delay(1000);
    const answer = await browser.ask(readBookingProgress, { body: { token } }, patienceMs);
    if (answer?.body.status === 'confirmed' && answer.body.booking) return toConfirmed(answer.body.booking);
    if (answer?.body.status === 'failed') return { told: { kind: 'refused', code: 'failed' } };
  }
  return { told: { kind: 'pending' } };
}

/** Cancels a confirmed booking at the price of its quote. */
async function cancel(options: AttemptOptions, answer: BookAnswer | undefined): Promise<Told[]> {
  const { browser, patienceMs } = options;
  if (!answer?.bookingId) return [];
  const params = { id: answer.bookingId };
  const quote = await browser.ask(quoteCancellation, { params, body: {} }, patienceMs);
  if (quote?.status !== 200) return [unknown(`no quote: ${quote?.body.error}`)];
  const body = { quote_id: quote.body.quote_id };
  const cancelled = await browser.ask(cancelBooking, { params, body }, patienceMs);
  if (cancelled?.status === 200) return [{ kind: 'cancelled' }];
  return [unknown(`not cancelled: ${cancelled?.body.error}`)];
}
