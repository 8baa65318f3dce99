import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, type FakeResponse } from '@fareline/tools/fake-server';
import { storeAttempt, type StoredAttempt } from '../payment/stored-attempts.ts';
import { complete, fillCard, bookingServer, renderBooking, goToPayment } from '../testing/harness.tsx';
import { oneAdultOffer, sampleBooking } from '../testing/samples.ts';

const bookings = 'POST /api/bookings';
const resume = 'POST /api/bookings/resume';
const exchange = 'POST /api/flights/offer/off_cached/refresh';
const pending: FakeResponse = {
  status: 202,
  body: sampleBooking({ id: 'bok_7', status: 'pending', bookingReference: null, duffelBookingId: null }),
};
const confirming = () => screen.findByRole('heading', { name: 'Confirming with the airline' });

/** Pays and books; the airline does not answer; the page is loaded again at the same address. */
async function reloadedWhilePending(more: Parameters<typeof bookingServer>[1] = {}) {
  const server = bookingServer(oneAdultOffer(), {
    [bookings]: () => pending,
    [resume]: () => pending,
    ...more,
  });
  const first = renderBooking();
  await goToPayment(first.user);
  fillCard();
  await complete(first.user);
  await confirming();
  const { pathname, search } = first.router.state.location;
  cleanup();
  server.calls.length = 0;
  return { server, ...renderBooking(`${pathname}${search}`) };
}

const attempt = (changes: Partial<StoredAttempt> = {}): StoredAttempt => ({
  offer: oneAdultOffer(),
  offerIds: ['off_cached', oneAdultOffer().id],
  seats: [],
  contact: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+12125550142' },
  bookingKey: 'a-booking-key',
  sentAt: Date.now(),
  ...changes,
});

describe('a reload while a booking is pending', () => {
  it('[STATUS-05] [PROVIDER-36] comes back to Confirming with the airline, asks with the same key and begins nothing anew', async () => {
    const { server } = await reloadedWhilePending();
    await confirming();
    await waitFor(() => expect(server.callsTo(resume)).toHaveLength(1));
    expect(screen.getByText('Booking ID bok_7')).toBeTruthy();
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    for (const call of [bookings, exchange, 'POST /api/payments/process-card'])
      expect(server.callsTo(call)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Complete Booking' })).toBeNull();
  });

  it('[STATUS-05] keeps no card and no passport in the browser', async () => {
    await reloadedWhilePending();
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(kept).toContain('ada@example.com');
    expect(kept).not.toMatch(/4242|cvv|passport|cardDetails|1990-01-31/i);
  });

  it('[STATUS-02] ends in the confirmation, with the account of a guest, and is over then', async () => {
    const account = { username: 'ada.l', email: 'ada@example.com', password: 'once-Only-1' };
    const { server, router } = await reloadedWhilePending();
    await confirming();
    const booking = sampleBooking({ accountCreated: true, accountInfo: account });
    server.on(resume, () => ({ status: 200, body: booking }));
    const heading = await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect(screen.getByText('once-Only-1')).toBeTruthy();
    expect(screen.getByText('Ada Lovelace', { selector: 'dd' })).toBeTruthy();
    expect(await screen.findByText('Account created!')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(router.state.location.search).toContain('booked=1');
    expect({ ...sessionStorage }).toEqual({});
  });

  it.each([
    ['nothing answers', () => ({ status: 503, body: {} })],
    ['it asks too often', () => errorResponse(429, 'TOO_MANY_REQUESTS', 'Please wait.')],
    [
      'the first call is still at work',
      () => errorResponse(409, 'IDEMPOTENCY_IN_PROGRESS', 'Still at work.'),
    ],
    ['the call has just been sent', () => errorResponse(404, 'BOOKING_NOT_FOUND', 'No booking.')],
  ])('[STATUS-05] goes on asking while %s', async (_, answer) => {
    const server = bookingServer(oneAdultOffer(), { [resume]: answer });
    storeAttempt(attempt());
    renderBooking();
    await waitFor(() => expect(server.callsTo(resume)).toHaveLength(1));
    await confirming();
    server.on(resume, () => ({ status: 200, body: sampleBooking() }));
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    const keys = server.callsTo(resume).map((call) => call.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(server.callsTo(bookings)).toEqual([]);
  });

  it('[STATUS-05] a refusal is said above the form, which begins anew', async () => {
    const { server } = await reloadedWhilePending({
      [resume]: () =>
        errorResponse(422, 'BOOKING_REFUSED', 'The airline refused the booking. Nothing was charged.'),
    });
    const alert = await screen.findByText('The airline refused the booking. Nothing was charged.');
    expect(alert.closest('[role="alert"]')?.textContent).toContain('Booking Failed');
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
    expect({ ...sessionStorage }).toEqual({});
    expect(server.callsTo(bookings)).toEqual([]);
  });

  it('[STATUS-05] a refusal is no longer said once the next try begins', async () => {
    const text = 'The airline refused the booking. Nothing was charged.';
    const { server, user } = await reloadedWhilePending({
      [resume]: () => errorResponse(422, 'BOOKING_REFUSED', text),
    });
    await screen.findByText(text);
    await goToPayment(user);
    expect(screen.getByText(text)).toBeTruthy();
    server.on(bookings, () => pending);
    fillCard();
    await complete(user);
    await confirming();
    expect(screen.queryByText(text)).toBeNull();
  });

  it('[STATUS-05] [PAY-24] a flight that is gone leads back to the results', async () => {
    const { router } = await reloadedWhilePending({
      [resume]: () => errorResponse(410, 'OFFER_UNAVAILABLE', 'This flight offer is no longer available.'),
    });
    await screen.findByRole('heading', { name: 'Offer No Longer Available' });
    screen.getByRole('button', { name: 'Search again' }).click();
    await screen.findByText('The results');
    expect(router.state.location.search).toContain('origin=JFK');
  });

  it('[STATUS-05] [BOOK-10] a price that changed is asked about before anything begins', async () => {
    const change = { offer_id: 'off_new', old_amount: '389.50', new_amount: '401.00', currency: 'USD' };
    const { server, user } = await reloadedWhilePending({
      [resume]: () => ({
        status: 409,
        body: { error: 'PRICE_CHANGED', message: 'Changed.', details: change },
      }),
      'POST /api/flights/offer/off_new/refresh': () => ({
        body: {
          offer: { ...oneAdultOffer(), id: 'off_new' },
          price_changed: false,
          previous_total_amount: '401.00',
        },
      }),
      'GET /api/flights/verify-offer/off_new': () => ({ body: { valid: true } }),
    });
    const dialog = await screen.findByRole('alertdialog', { name: 'The price of this flight changed' });
    expect(within(dialog).getByText('$401')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: /^Continue|^Go on|^Book/ }));
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
    expect(server.callsTo(bookings)).toEqual([]);
  });
});

describe('an attempt that the browser keeps', () => {
  it('[STATUS-05] a call that never arrived is said so, and the form begins anew', async () => {
    bookingServer(oneAdultOffer(), {
      [resume]: () => errorResponse(404, 'BOOKING_NOT_FOUND', 'No booking.'),
    });
    storeAttempt(attempt({ sentAt: Date.now() - 60_000 }));
    renderBooking();
    expect(await screen.findByText('Booking Not Sent')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it('[STATUS-05] is found when the traveller comes back by the list, and not under another offer', async () => {
    const server = bookingServer(oneAdultOffer(), { [resume]: () => pending });
    storeAttempt(attempt());
    const { unmount } = renderBooking('/booking?offer=off_cached');
    await confirming();
    unmount();
    server.on('POST /api/flights/offer/off_other/refresh', () => ({
      body: { offer: oneAdultOffer(), price_changed: false, previous_total_amount: '389.50' },
    }));
    renderBooking('/booking?offer=off_other');
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it.each([
    ['{', 'no JSON'],
    ['{"bookingKey":"k"}', 'no list'],
    ['[null,7,{"bookingKey":"k","offerIds":["off_cached"],"seats":[],"offer":{}}]', 'no attempts'],
  ])('[STATUS-05] storage with %s is passed over: %s', async (text) => {
    bookingServer(oneAdultOffer());
    sessionStorage.setItem('bookingAttempts', text);
    renderBooking();
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it('[STATUS-05] a duplicated tab asks about the same attempt with the same key', async () => {
    const server = bookingServer(oneAdultOffer(), { [resume]: () => pending });
    storeAttempt(attempt());
    renderBooking();
    renderBooking();
    await waitFor(() => expect(server.callsTo(resume)).toHaveLength(2));
    expect(new Set(server.callsTo(resume).map((call) => call.headers.get('idempotency-key')))).toEqual(
      new Set(['a-booking-key']),
    );
  });
});
