import { getDescription, sentence } from '@fareline/ui-theme/testing';
import {
  createBooking,
  mailPasswordLink,
  readBookingProgress,
  resumeBooking,
  type BookingProgress,
  type PassengerForm,
} from '@fareline/contracts';
import { sampleBooking, sampleBookingResponse, tokenLinks } from '@fareline/contracts/testing';
import { allRequests, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { saveDraft } from '../flow/draft.ts';
import {
  clickCompleteBooking,
  fillCard,
  fillPassenger,
  goToPayment,
  reloadTab,
  renderApp,
  renderFilledApp,
  serveBooking,
} from '../testing/harness.tsx';
import { internationalOffer, oneAdultOffer } from '../testing/samples.ts';

const token = 'a-status-token';
const progress = (changes: Partial<BookingProgress> = {}): BookingProgress => ({
  ...{ status: 'pending', reason: null, bookingReference: null, refund: null, booking: null },
  ...{ total_amount: '389.50', total_currency: 'USD', created_at: '2026-11-20T10:00:00Z' },
  first_names: ['Ada', 'Bo'],
  slices: sampleBooking().bookingData.slices,
  ...changes,
});
const sampleRefund: BookingProgress['refund'] = {
  ...{ amount: '300.00', currency: 'USD', card: null, state: 'owed', returned_amount: '89.50' },
  ...{ advance_amount: null, expected_on: '2026-12-11' },
};
const respondWith = (changes: Partial<BookingProgress>) =>
  respondTo(readBookingProgress, () => ({ body: progress(changes) }));
const openStatus = () => renderApp(`/booking/status#${token}`);
const pending = () => ({
  status: 202,
  body: sampleBookingResponse({
    ...{ id: 'bok_7', status: 'pending', bookingReference: null, duffelBookingId: null },
    statusToken: token,
  }),
});

/** Pays for an offer whose booking stays pending, which opens the status page. */
async function bookPending() {
  serveBooking(oneAdultOffer());
  respondTo(createBooking, pending);
  respondWith({});
  const view = renderFilledApp();
  await goToPayment(view.user);
  fillCard();
  await clickCompleteBooking(view.user);
  await waitFor(() =>
    expect(view.router.state.location).toMatchObject({ pathname: '/booking/status', hash: `#${token}` }),
  );
  return view;
}

describe('in the browser that booked', () => {
  it('[STATUS-01][STATUS-02][CONFIRM-07][CONFIRM-10] a pending booking moves to its status page, which shows the confirmation with the account', async () => {
    const { user } = await bookPending();
    expect(await screen.findByRole('heading', { name: 'Confirming with the airline' })).toBeTruthy();
    const account = { username: 'ada.l', email: 'ada@example.com', password: 'once-Only-1' };
    const booking = sampleBookingResponse({ accountCreated: true, accountInfo: account });
    respondWith({ status: 'confirmed', bookingReference: 'RZPNX8', booking });
    await user.click(screen.getByRole('button', { name: 'Check Again' }));
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    expect(screen.getByText('once-Only-1')).toBeTruthy();
    expect(screen.getByText('Ada Lovelace', { selector: 'li *' })).toBeTruthy();
    expect(await screen.findByText('Account created!')).toBeTruthy();
    expect(Object.keys(sessionStorage)).toEqual(['bookedOffers']);
    expect(requestsTo(createBooking)).toHaveLength(1);
  });

  it('[STATUS-02] another tab reads that the new account is signed in', async () => {
    const account = { username: 'ada.l', email: 'ada@example.com', password: 'once-Only-1' };
    const booking = sampleBookingResponse({ accountCreated: true, accountInfo: account });
    respondWith({ status: 'confirmed', bookingReference: 'RZPNX8', booking });
    openStatus();
    expect(await screen.findByText('once-Only-1')).toBeTruthy();
    expect(await screen.findByText('Account created!')).toBeTruthy();
  });

  it('[STATUS-05] the offer of a pending booking leads to its status page, and so does another offer of its flights', async () => {
    const { unmount } = await bookPending();
    unmount();
    const { router, unmount: leave } = renderApp();
    await waitFor(() => expect(router.state.location.pathname).toBe('/booking/status'));
    leave();
    serveBooking(oneAdultOffer({ id: 'off_other' }));
    renderApp('/booking?offer=off_other');
    const link = await screen.findByRole('link', { name: 'See how far it is' });
    expect(link.getAttribute('href')).toBe(`/booking/status#${token}`);
    expect(requestsTo(createBooking)).toHaveLength(1);
    expect(requestsTo(resumeBooking)).toEqual([]);
  });
});

it('[STATUS-05] a refused second booking of a trip links to the status page of the first', async () => {
  serveBooking(oneAdultOffer());
  respondTo(createBooking, () => errorResponse('BOOKING_UNDER_WAY', { details: { status_token: token } }));
  const { user } = renderFilledApp();
  await goToPayment(user);
  fillCard();
  await clickCompleteBooking(user);
  const link = await screen.findByRole('link', { name: 'See how far it is' });
  expect(link.getAttribute('href')).toBe(`/booking/status#${token}`);
  expect(screen.getByText(/Nothing was charged again/)).toBeTruthy();
});

describe('in every browser', () => {
  it.each<[string, Partial<BookingProgress>, string, Parameters<typeof screen.getByText>[0]]>([
    ['pending', {}, 'Confirming with the airline', /not charged/],
    [
      'failed',
      { status: 'failed', reason: 'The airline refused. Nothing was charged.' },
      'Your booking could not be completed',
      /The airline refused\. Nothing was charged\. The amount held on your card is released\./,
    ],
    ['under review', { status: 'review' }, 'A person is looking at your booking', /will write to you/],
    [
      'under review with a deadline',
      { status: 'review', reason: 'We decide by 08:05 UTC at the latest.' },
      'A person is looking at your booking',
      /We decide by 08:05 UTC at the latest\./,
    ],
    ['cancelled', { status: 'cancelled' }, 'This booking is cancelled', /What comes back/],
    [
      'cancelled by the airline',
      { status: 'cancelled', refund: sampleRefund },
      'This booking is cancelled',
      sentence(/\$300 \(USD\) is owed to you, besides the refund of \$89\.50 \(USD\)/),
    ],
    [
      'confirmed',
      { status: 'confirmed', bookingReference: 'RZPNX8' },
      'Booking Confirmed',
      /Quote the reference/,
    ],
  ])(
    '[STATUS-01] says that a booking is %s, with flights, first names and amount',
    async (_, changes, title, text) => {
      respondWith(changes);
      const { unmount } = openStatus();
      for (const reload of [false, true]) {
        if (reload) {
          unmount();
          openStatus();
        }
        expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
        expect(screen.getByText(text)).toBeTruthy();
        expect(screen.getByText('Ada, Bo')).toBeTruthy();
        expect(screen.getByText(sentence('$389.50 (USD)'))).toBeTruthy();
        expect(screen.getAllByText(/JFK .* LHR|LHR .* JFK/, { selector: ':not(li)' })).toHaveLength(2);
      }
      expect(requestsTo(readBookingProgress)[0]?.body).toEqual({ token });
    },
  );

  it('[STATUS-03] mails a link for a password, and shows no credentials', async () => {
    respondWith({ status: 'confirmed', bookingReference: 'RZPNX8' });
    respondTo(mailPasswordLink, () => ({
      body: { success: true as const, message: 'A link is on its way.' },
    }));
    const { user } = openStatus();
    await user.click(await screen.findByRole('button', { name: 'Mail a Link' }));
    expect(await screen.findByText('A link is on its way.')).toBeTruthy();
    expect(requestsTo(mailPasswordLink)[0]?.body).toEqual({ token });
    expect(screen.queryByText('Your account: shown only once')).toBeNull();
  });

  it('[STATUS-01] asks less and less often, and never again after the end', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respondWith({});
    openStatus();
    await screen.findByRole('heading', { name: 'Confirming with the airline' });
    await vi.advanceTimersByTimeAsync(60_000);
    const inFirstMinute = requestsTo(readBookingProgress).length;
    await vi.advanceTimersByTimeAsync(600_000);
    const inTenMinutes = requestsTo(readBookingProgress).length - inFirstMinute;
    expect([inFirstMinute > 5, inTenMinutes < 30]).toEqual([true, true]);
    respondWith({ status: 'review' });
    await vi.advanceTimersByTimeAsync(61_000);
    expect(screen.getByRole('heading', { name: 'A person is looking at your booking' })).toBeTruthy();
    respondWith({ status: 'failed' });
    await vi.advanceTimersByTimeAsync(61_000);
    const atEnd = requestsTo(readBookingProgress).length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requestsTo(readBookingProgress)).toHaveLength(atEnd);
    expect(screen.getByRole('heading', { name: 'Your booking could not be completed' })).toBeTruthy();
    vi.useRealTimers();
  });

  it.each([
    ['an unknown token', `/booking/status#${token}`],
    ['no token', '/booking/status'],
  ])('[STATUS-01] says that the link does not work: %s', async (_, url) => {
    respondTo(readBookingProgress, () => errorResponse('LINK_INVALID'));
    renderApp(url);
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  });

  it('[STATUS-01] tries again when nothing answers', async () => {
    respondTo(readBookingProgress, () => errorResponse('SERVICE_UNAVAILABLE'));
    const { user } = openStatus();
    expect(
      await screen.findByRole('heading', { name: 'We cannot read your booking right now' }),
    ).toBeTruthy();
    respondWith({ status: 'review' });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'A person is looking at your booking' })).toBeTruthy();
  });
});

describe('typed passenger details', () => {
  it('[STATUS-05] survive a reload, for an hour, and are stored without a passport', async () => {
    serveBooking(oneAdultOffer());
    const { user, unmount } = renderApp();
    await screen.findByRole('heading', { name: 'Who is travelling?' });
    await fillPassenger(user, 1, '1990-01-31');
    unmount();
    const { unmount: reload } = renderApp();
    expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', 'Ada');
    reload();
    const stored = JSON.parse(sessionStorage.getItem('passengerDraft') ?? '') as PassengerForm & {
      savedAt: number;
    };
    const passport = { passportNumber: 'X1234567', passportIssuingCountry: 'GB' };
    saveDraft({ passengers: stored.passengers.map((fields) => ({ ...fields, ...passport })) });
    expect(sessionStorage.getItem('passengerDraft')).toContain('Lovelace');
    expect(sessionStorage.getItem('passengerDraft')).not.toMatch(/X1234567|GB/);
    sessionStorage.setItem('passengerDraft', JSON.stringify({ ...stored, savedAt: Date.now() - 3600_000 }));
    renderApp();
    expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', '');
    expect(sessionStorage.getItem('passengerDraft')).toBeNull();
  });

  it('[STATUS-05] come back with a sentence at the passport, if one was entered', async () => {
    serveBooking(internationalOffer());
    const { unmount } = renderApp();
    const findPassport = () => screen.findByLabelText(/^Passport number/);
    fireEvent.change(await screen.findByLabelText(/^First name/), { target: { value: 'Ada' } });
    expect(getDescription(await findPassport())).toBeUndefined();
    fireEvent.change(await findPassport(), { target: { value: 'X1234567' } });
    unmount();
    reloadTab();
    const { unmount: reload } = renderApp();
    fireEvent.change(await screen.findByLabelText(/^Last name/), { target: { value: 'Lovelace' } });
    reload();
    reloadTab();
    renderApp();
    expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', 'Ada');
    expect(await findPassport()).toHaveProperty('value', '');
    expect(getDescription(await findPassport())).toMatch(/please enter it again/);
    fireEvent.change(await findPassport(), { target: { value: 'X1234567' } });
    await waitFor(async () => expect(getDescription(await findPassport())).toBeUndefined());
  });
});

it('[CARE-01] only reads when the mailed link is opened', async () => {
  respondWith({});
  openStatus();
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(requestsTo(readBookingProgress)).not.toEqual([]));
  const allowed: string[] = tokenLinks.flatMap(({ opens }) => opens.map(({ path }) => path));
  expect(allRequests().filter(({ path }) => !allowed.includes(path))).toEqual([]);
});
