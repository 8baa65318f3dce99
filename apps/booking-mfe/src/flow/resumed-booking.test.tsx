import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, type FakeResponse } from '@fareline/tools/fake-server';
import { storeAttempt, type StoredAttempt } from '../payment/stored-attempts.ts';
import {
  clickCompleteBooking,
  fillCard,
  bookingServer,
  renderBooking,
  goToPayment,
} from '../testing/harness.tsx';
import { oneAdultOffer, sampleBooking } from '../testing/samples.ts';

const bookings = 'POST /api/bookings';
const resume = 'POST /api/bookings/resume';
const refresh = 'POST /api/flights/offer/off_cached/refresh';
const pending: FakeResponse = {
  status: 202,
  body: sampleBooking({ id: 'bok_7', status: 'pending', bookingReference: null, duffelBookingId: null }),
};
const findPendingScreen = () => screen.findByRole('heading', { name: 'Confirming with the airline' });

/** Pays and books; the booking stays pending; the page is reloaded at the same URL. */
async function reloadWhilePending(overrides: Parameters<typeof bookingServer>[1] = {}) {
  const server = bookingServer(oneAdultOffer(), {
    [bookings]: () => pending,
    [resume]: () => pending,
    ...overrides,
  });
  const first = renderBooking();
  await goToPayment(first.user);
  fillCard();
  await clickCompleteBooking(first.user);
  await findPendingScreen();
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
  it('[STATUS-05] [PROVIDER-36] shows Confirming with the airline, polls with the same key and starts no second booking', async () => {
    const { server } = await reloadWhilePending();
    await findPendingScreen();
    await waitFor(() => expect(server.callsTo(resume)).toHaveLength(1));
    expect(screen.getByText('Booking ID bok_7')).toBeTruthy();
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    for (const call of [bookings, refresh, 'POST /api/payments/process-card'])
      expect(server.callsTo(call)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Complete Booking' })).toBeNull();
  });

  it('[STATUS-05] stores no card and no passport in the browser', async () => {
    await reloadWhilePending();
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored).toContain('ada@example.com');
    expect(stored).not.toMatch(/4242|cvv|passport|cardDetails|1990-01-31/i);
  });

  it('[STATUS-02] shows the confirmation with the new account, and removes the stored attempt', async () => {
    const account = { username: 'ada.l', email: 'ada@example.com', password: 'once-Only-1' };
    const { server, router } = await reloadWhilePending();
    await findPendingScreen();
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
    ['the service is unavailable', () => ({ status: 503, body: {} })],
    ['the rate limit is reached', () => errorResponse(429, 'TOO_MANY_REQUESTS', 'Please wait.')],
    [
      'the first call is still in progress',
      () => errorResponse(409, 'IDEMPOTENCY_IN_PROGRESS', 'Still at work.'),
    ],
    ['the call was sent a moment ago', () => errorResponse(404, 'BOOKING_NOT_FOUND', 'No booking.')],
  ])('[STATUS-05] polls again while %s', async (_, response) => {
    const server = bookingServer(oneAdultOffer(), { [resume]: response });
    storeAttempt(attempt());
    renderBooking();
    await waitFor(() => expect(server.callsTo(resume)).toHaveLength(1));
    await findPendingScreen();
    server.on(resume, () => ({ status: 200, body: sampleBooking() }));
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    const keys = server.callsTo(resume).map((call) => call.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(server.callsTo(bookings)).toEqual([]);
  });

  it('[STATUS-05] shows a rejection above the restarted form', async () => {
    const { server } = await reloadWhilePending({
      [resume]: () =>
        errorResponse(422, 'BOOKING_REFUSED', 'The airline refused the booking. Nothing was charged.'),
    });
    const alert = await screen.findByText('The airline refused the booking. Nothing was charged.');
    expect(alert.closest('[role="alert"]')?.textContent).toContain('Booking Failed');
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
    expect({ ...sessionStorage }).toEqual({});
    expect(server.callsTo(bookings)).toEqual([]);
  });

  it('[STATUS-05] removes the rejection when the next attempt starts', async () => {
    const text = 'The airline refused the booking. Nothing was charged.';
    const { server, user } = await reloadWhilePending({
      [resume]: () => errorResponse(422, 'BOOKING_REFUSED', text),
    });
    await screen.findByText(text);
    await goToPayment(user);
    expect(screen.getByText(text)).toBeTruthy();
    server.on(bookings, () => pending);
    fillCard();
    await clickCompleteBooking(user);
    await findPendingScreen();
    expect(screen.queryByText(text)).toBeNull();
  });

  it('[STATUS-05] [PAY-24] goes back to the results when the offer is no longer available', async () => {
    const { router } = await reloadWhilePending({
      [resume]: () => errorResponse(410, 'OFFER_UNAVAILABLE', 'This flight offer is no longer available.'),
    });
    await screen.findByRole('heading', { name: 'Offer No Longer Available' });
    screen.getByRole('button', { name: 'Search again' }).click();
    await screen.findByText('The results');
    expect(router.state.location.search).toContain('origin=JFK');
  });

  it('[STATUS-05] [BOOK-10] requires acceptance of a changed price before the flow restarts', async () => {
    const change = { offer_id: 'off_new', old_amount: '389.50', new_amount: '401.00', currency: 'USD' };
    const { server, user } = await reloadWhilePending({
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

describe('a stored attempt', () => {
  it('[STATUS-05] shows that the booking was not sent when the call never arrived, and restarts the form', async () => {
    bookingServer(oneAdultOffer(), {
      [resume]: () => errorResponse(404, 'BOOKING_NOT_FOUND', 'No booking.'),
    });
    storeAttempt(attempt({ sentAt: Date.now() - 60_000 }));
    renderBooking();
    expect(await screen.findByText('Booking Not Sent')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it('[STATUS-05] is found by the cached offer id of the list, and not by another offer id', async () => {
    const server = bookingServer(oneAdultOffer(), { [resume]: () => pending });
    storeAttempt(attempt());
    const { unmount } = renderBooking('/booking?offer=off_cached');
    await findPendingScreen();
    unmount();
    server.on('POST /api/flights/offer/off_other/refresh', () => ({
      body: { offer: oneAdultOffer(), price_changed: false, previous_total_amount: '389.50' },
    }));
    renderBooking('/booking?offer=off_other');
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it.each([
    ['{', 'invalid JSON'],
    ['{"bookingKey":"k"}', 'no list'],
    ['[null,7,{"bookingKey":"k","offerIds":["off_cached"],"seats":[],"offer":{}}]', 'no attempts'],
  ])('[STATUS-05] ignores session storage with %s: %s', async (text) => {
    bookingServer(oneAdultOffer());
    sessionStorage.setItem('bookingAttempts', text);
    renderBooking();
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it('[STATUS-05] polls the same attempt with the same key in a duplicated tab', async () => {
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
