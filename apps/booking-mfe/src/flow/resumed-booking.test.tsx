import {
  createBooking,
  processCard,
  refreshOffer,
  resumeBooking,
  type AnyEndpoint,
} from '@fareline/contracts';
import { sampleBookingResponse } from '@fareline/contracts/testing';
import { errorResponse, forgetRequests, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { storeAttempt, type StoredAttempt } from '../payment/stored-attempts.ts';
import {
  clickCompleteBooking,
  fillCard,
  goToPayment,
  passTime,
  renderApp,
  renderFilledApp,
  serveBooking,
} from '../testing/harness.tsx';
import { oneAdultOffer } from '../testing/samples.ts';

afterEach(() => vi.useRealTimers());

const pending = () => ({
  status: 202,
  body: sampleBookingResponse({
    id: 'bok_7',
    status: 'pending',
    bookingReference: null,
    duffelBookingId: null,
  }),
});
const findPendingScreen = () => screen.findByRole('heading', { name: 'Confirming with the airline' });

/** Pays and books; the booking stays pending; the page is reloaded at the same URL. */
async function reloadWhilePending() {
  serveBooking(oneAdultOffer());
  respondTo(createBooking, pending);
  const { user, router, unmount } = renderFilledApp();
  await goToPayment(user);
  fillCard();
  await clickCompleteBooking(user);
  await findPendingScreen();
  const { pathname, search } = router.state.location;
  unmount();
  forgetRequests();
  return renderApp(`${pathname}${search}`);
}

const attempt = (changes: Partial<StoredAttempt> = {}): StoredAttempt => ({
  offer: oneAdultOffer(),
  offerIds: ['off_cached', oneAdultOffer().id],
  seats: [],
  bags: [],
  travellers: [{ id: 'pas_1', firstName: 'Ada', lastName: 'Lovelace' }],
  contact: { email: 'ada@example.com', phone: '+12125550142' },
  bookingKey: 'a-booking-key',
  sentAt: Date.now(),
  ...changes,
});

/** Opens the page of a booking that was pending when it was left. */
function openPending() {
  serveBooking(oneAdultOffer());
  storeAttempt(attempt());
  return renderFilledApp();
}

describe('a reload while a booking is pending', () => {
  it('[STATUS-05] [PROVIDER-36] shows Confirming with the airline, polls with the same key, starts no second booking and stores no card', async () => {
    respondTo(resumeBooking, pending);
    await reloadWhilePending();
    await findPendingScreen();
    await waitFor(() => expect(requestsTo(resumeBooking)).toHaveLength(1));
    expect(screen.getByText('Booking ID bok_7')).toBeTruthy();
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    for (const endpoint of [createBooking, refreshOffer, processCard])
      expect(requestsTo<AnyEndpoint>(endpoint)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Complete Booking' })).toBeNull();
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored).toContain('ada@example.com');
    expect(stored).not.toMatch(/4242|cvv|cardDetails|X1234567|passport\w+\\":\\"[^\\]/i);
  });

  it('[STATUS-02] shows the confirmation with the new account, and removes the stored attempt', async () => {
    const account = { username: 'ada.l', email: 'ada@example.com', password: 'once-Only-1' };
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respondTo(resumeBooking, pending);
    const { router } = openPending();
    await findPendingScreen();
    const booking = sampleBookingResponse({ accountCreated: true, accountInfo: account });
    respondTo(resumeBooking, () => ({ body: booking }));
    await passTime(4_000);
    const heading = await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect(screen.getByText('once-Only-1')).toBeTruthy();
    expect(screen.getByText('Ada Lovelace', { selector: 'li *' })).toBeTruthy();
    await waitFor(() => expect(getFocused()).toBe(heading));
    expect(router.state.location.search).toContain('booked=1');
    expect({ ...sessionStorage }).toEqual({
      bookedOffers: '[{"offerIds":["off_cached","off_fresh"]}]',
    });
  });

  it('[STATUS-05] polls again while the service is unavailable', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respondTo(resumeBooking, () => errorResponse('SERVICE_UNAVAILABLE'));
    storeAttempt(attempt());
    renderApp();
    await waitFor(() => expect(requestsTo(resumeBooking)).toHaveLength(1));
    await findPendingScreen();
    respondTo(resumeBooking, () => ({ body: sampleBookingResponse() }));
    await passTime(5_000);
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    const keys = requestsTo(resumeBooking).map((call) => call.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(requestsTo(createBooking)).toEqual([]);
  });

  it('[STATUS-05] shows a rejection above the restarted form, until the next attempt starts', async () => {
    const text = 'The airline did not accept this booking. Nothing was charged.';
    respondTo(resumeBooking, () => errorResponse('BOOKING_REFUSED'));
    const { user } = openPending();
    expect((await screen.findByRole('alert')).textContent).toBe(`Booking Failed${text}`);
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
    expect(sessionStorage.getItem('bookingAttempts')).toBeNull();
    expect(requestsTo(createBooking)).toEqual([]);
    await goToPayment(user);
    expect(screen.getByText(text)).toBeTruthy();
    respondTo(createBooking, pending);
    fillCard();
    await clickCompleteBooking(user);
    await findPendingScreen();
    expect(screen.queryByText(text)).toBeNull();
  });

  it('[STATUS-05] [PAY-24] goes back to the results when the offer is no longer available', async () => {
    respondTo(resumeBooking, () => errorResponse('OFFER_UNAVAILABLE'));
    const { router, user } = openPending();
    await screen.findByRole('heading', { name: 'Offer No Longer Available' });
    await user.click(screen.getByRole('button', { name: 'Search again' }));
    await screen.findByText('Page /search');
    expect(router.state.location.search).toContain('origin=JFK');
  });

  it('[STATUS-05] [BOOK-10] requires acceptance of a changed price before the flow restarts', async () => {
    const parts = { fare: '401.00', seats: '0.00', bags: '0.00' };
    const details = {
      offer_id: 'off_new',
      old_amount: '389.50',
      new_amount: '401.00',
      currency: 'USD',
      parts,
    };
    respondTo(resumeBooking, () => errorResponse('PRICE_CHANGED', { details }));
    const { user } = openPending();
    serveBooking(oneAdultOffer({ id: 'off_new', total_amount: '401.00' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'The price of this flight changed' });
    expect(within(dialog).getByText('$401', { selector: 'dd *' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: /^Continue|^Go on|^Book/ }));
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
    expect(requestsTo(createBooking)).toEqual([]);
  });
});

describe('a stored attempt', () => {
  it('[STATUS-05] shows that the booking was not sent when the call never arrived, and restarts the form', async () => {
    serveBooking(oneAdultOffer());
    respondTo(resumeBooking, () => errorResponse('BOOKING_NOT_FOUND'));
    storeAttempt(attempt({ sentAt: Date.now() - 60_000 }));
    renderApp();
    expect(await screen.findByText('Booking Not Found')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it('[STATUS-05] polls the same attempt with the same key in a duplicated tab', async () => {
    respondTo(resumeBooking, pending);
    storeAttempt(attempt());
    renderApp();
    renderApp();
    await waitFor(() => expect(requestsTo(resumeBooking)).toHaveLength(2));
    expect(new Set(requestsTo(resumeBooking).map((call) => call.headers.get('idempotency-key')))).toEqual(
      new Set(['a-booking-key']),
    );
  });
});
