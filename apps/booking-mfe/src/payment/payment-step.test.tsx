import { messageFor } from '@fareline/contracts/errors';
import {
  createBooking,
  getSystemMode,
  processCard,
  verifyOffer,
  type Slice,
  searchFlights,
} from '@fareline/contracts';
import { QueryClient } from '@tanstack/react-query';
import { sampleBookingResponse } from '@fareline/contracts/testing';
import {
  allRequests,
  connectionFailure,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { formatDateWithWeekday } from '@fareline/presentation/formats';
import { dismissToast, toast } from '@fareline/ui-theme';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getFocused, queryToast, readDescriptionList } from '@fareline/ui-theme/testing';
import {
  clickCompleteBooking,
  expiredOffer,
  fillCard,
  goToPayment,
  goToSeats,
  passTime,
  renderFilledApp,
  serveBooking,
} from '../testing/harness.tsx';
import { oneAdultOffer, roundTripSlices } from '../testing/samples.ts';

const getKey = (request: { headers: Headers } | undefined) => request?.headers.get('idempotency-key');
const numberField = () => screen.getByLabelText<HTMLInputElement>(/^Card number/);

/** Opens the payment step and enters a valid card; `prepare` replaces responses. */
async function openPayment(prepare = () => {}) {
  serveBooking(oneAdultOffer());
  prepare();
  const view = renderFilledApp('/booking?offer=off_cached&adults=1&cabinClass=business');
  await goToPayment(view.user);
  fillCard();
  return view;
}

afterEach(() => vi.useRealTimers());

it('[PAY-15] [PAY-03] sends no request with an invalid card and shows the error in a toast and beside the field, until the bank is asked', async () => {
  const { user } = await openPayment();
  await user.clear(numberField());
  await user.type(numberField(), '4242');
  const before = allRequests().length;
  await clickCompleteBooking(user);
  expect(await screen.findByText('Invalid Card Number')).toBeTruthy();
  expect(screen.getAllByText('Please enter a valid card number').length).toBe(2);
  expect(getFocused()).toBe(numberField());
  expect(allRequests()).toHaveLength(before);
  fillCard();
  await waitFor(() => expect(numberField().getAttribute('aria-invalid')).not.toBe('true'));
  respondTo(processCard, () => errorResponse('PAYMENT_FAILED', { message: 'No' }));
  await clickCompleteBooking(user);
  await waitFor(() => expect(requestsTo(processCard)).toHaveLength(1));
  expect(screen.queryByText('Invalid Card Number')).toBeNull();
});

it('[PAY-05] validates the expiry year again when the month changes', async () => {
  const { user } = await openPayment();
  const month = screen.getByLabelText<HTMLInputElement>(/^Expiry month/);
  const year = screen.getByLabelText<HTMLInputElement>(/^Expiry year/);
  const now = new Date();
  const change = async (field: HTMLInputElement, value: string) => {
    await user.clear(field);
    await user.type(field, value);
  };
  const isInvalid = () => year.getAttribute('aria-invalid') === 'true';
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now.getFullYear(), 5, 15) });
  await change(month, '05');
  await change(year, String(now.getFullYear() % 100));
  await clickCompleteBooking(user);
  await waitFor(() => expect(isInvalid()).toBe(true));
  await change(month, '06');
  await waitFor(() => expect(isInvalid()).toBe(false));
  await change(month, '05');
  await waitFor(() => expect(isInvalid()).toBe(true));
});

describe('an expired offer', () => {
  it('[PAY-13] [PAY-16] redirects to the results after 4 s without a payment call, and keeps entered data', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, router } = await openPayment();
    respondTo(verifyOffer, () => expiredOffer());
    await clickCompleteBooking(user);
    expect(await screen.findByText('Flight Offer Expired')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stay here' })).toBeTruthy();
    expect(queryToast()?.getAttribute('data-variant')).toBe('destructive');
    await vi.advanceTimersByTimeAsync(3500);
    expect(router.state.location.pathname).toBe('/booking');
    await vi.advanceTimersByTimeAsync(600);
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    expect(new URLSearchParams(router.state.location.search).get('cabinClass')).toBe('business');
    expect(requestsTo(processCard)).toEqual([]);
    vi.useRealTimers();
    await router.navigate('/booking?offer=off_cached&adults=1');
    expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', 'Ada');
  });

  it('[PAY-12] [PAY-13] is detected by a poll every 15 s; Stay here cancels the redirect', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, router } = await openPayment();
    const polls = requestsTo(verifyOffer).length;
    await vi.advanceTimersByTimeAsync(14_000);
    respondTo(verifyOffer, () => expiredOffer());
    expect(requestsTo(verifyOffer).length).toBe(polls);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await screen.findByText('Flight Offer Expired')).toBeTruthy();
    screen.getByRole('button', { name: 'Stay here' }).focus();
    await user.keyboard('{Enter}');
    await vi.advanceTimersByTimeAsync(6000);
    expect(router.state.location.pathname).toBe('/booking');
    expect(screen.getByRole('button', { name: 'Search again' })).toBeTruthy();
  });

  it('[DEPART-02] a poll says that the flight leaves too soon', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openPayment();
    respondTo(verifyOffer, () => expiredOffer('DEPARTURE_TOO_CLOSE'));
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await screen.findByText('Flight Leaves Too Soon')).toBeTruthy();
    expect(screen.getAllByText(messageFor('DEPARTURE_TOO_CLOSE'))).toHaveLength(2);
    expect(document.body.textContent).not.toMatch(/expired|30 minutes/i);
  });

  it('[PAY-14] shows a warning with the minutes below 5 minutes, and none before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openPayment(() => respondTo(verifyOffer, () => ({ body: { valid: true, minutes_remaining: 5 } })));
    await vi.advanceTimersByTimeAsync(16_000);
    expect(screen.queryByText('Offer Expiring Soon')).toBeNull();
    respondTo(verifyOffer, () => ({ body: { valid: true, minutes_remaining: 4 } }));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await screen.findByText('Offer Expiring Soon')).toBeTruthy();
    expect(screen.getAllByText(/held for 4 minutes/).length).toBeGreaterThan(0);
  });

  it('[PAY-24] that the booking finds ends the toast with the lifetime of offers, and redirects too', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, router } = await openPayment();
    respondTo(createBooking, () => errorResponse('OFFER_EXPIRED'));
    await clickCompleteBooking(user);
    expect(await screen.findByText('Flight Offer Expired')).toBeTruthy();
    expect(screen.getByText(/Offers typically expire after 30 minutes$/)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(4500);
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    expect(requestsTo(createBooking)).toHaveLength(1);
  });
});

describe('a failed payment', () => {
  it('[PAY-22] [PAY-23] [PAY-28] [PAY-29] sends no booking and clears the card', async () => {
    dismissToast();
    const { user } = await openPayment();
    respondTo(processCard, () => proxyResponse(402, '{"error":"card_declined"}'));
    await clickCompleteBooking(user);
    // Told once, above the field that has the focus then.
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Card Payment Failedcard_declined');
    expect(queryToast()).toBeNull();
    expect(numberField().compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    await waitFor(() => expect(getFocused()).toBe(numberField()));
    expect(numberField().value).toBe('');
    expect(screen.getByLabelText(/^CVV/)).toHaveProperty('value', '');
    expect(screen.getByLabelText(/^Name on the card/)).toHaveProperty('value', 'Ada Lovelace');
    expect(screen.getByRole('button', { name: 'Complete Booking' })).toHaveProperty('disabled', false);
    expect(requestsTo(createBooking)).toEqual([]);
    expect(screen.queryByText('Booking Confirmed')).toBeNull();
  });

  describe('that a limit refused', () => {
    const cvvField = () => screen.getByLabelText<HTMLInputElement>(/^CVV/);
    const payButton = () => screen.getByRole('button', { name: 'Complete Booking' });
    const refuse = (seconds: number, limit: string) =>
      respondTo(processCard, () =>
        errorResponse('TOO_MANY_ATTEMPTS', {
          headers: { 'retry-after': String(seconds) },
          details: { limit },
        }),
      );

    it('[LIMIT-02] keeps the card, counts down, then pays', async () => {
      dismissToast();
      const { user } = await openPayment(() => refuse(40, 'connection'));
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
      await clickCompleteBooking(user);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toMatch(
        /^Too Many Payment Tries From Your ConnectionNothing was charged, and your card details stay here\. You can pay again in/,
      );
      expect(screen.queryByText('Card Payment Failed')).toBeNull();
      // Beside the button, and not in a toast as well.
      expect(cvvField().compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(queryToast()).toBeNull();
      expect([numberField().value, cvvField().value]).toEqual(['4242 4242 4242 4242', '123']);
      expect(payButton().getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(payButton());
      expect(requestsTo(processCard)).toHaveLength(1);
      act(() => void vi.advanceTimersByTime(41_000));
      expect(alert.textContent).toContain('You can pay again now.');
      expect(payButton().getAttribute('aria-disabled')).toBeNull();
      vi.useRealTimers();
      serveBooking(oneAdultOffer());
      fireEvent.click(payButton());
      expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
      expect(requestsTo(processCard)).toHaveLength(2);
      expect(document.body.innerHTML).not.toContain('4242 4242 4242');
    });

    it('[LIMIT-02] after too many declines of the visitor keeps the card and shows the message, without a countdown', async () => {
      const { user } = await openPayment(() => refuse(80_000, 'visitor'));
      await clickCompleteBooking(user);
      expect((await screen.findByRole('alert')).textContent).toBe(
        'Too Many Declined CardsToo many payment attempts. Please wait before you try again.',
      );
      expect(numberField().value).toBe('4242 4242 4242 4242');
      expect(payButton().getAttribute('aria-disabled')).toBeNull();
    });
  });

  it('[BOOK-10] [BOOK-11] shows a changed price before the card is charged; Leave sends no booking', async () => {
    const { user } = await openPayment();
    const amounts = { old_amount: '389.50', new_amount: '401.00', currency: 'USD' };
    const details = { offer_id: 'off_fresh', ...amounts };
    respondTo(processCard, () => errorResponse('PRICE_CHANGED', { details }));
    const invalidate = vi.spyOn(QueryClient.prototype, 'invalidateQueries');
    await clickCompleteBooking(user);
    const dialog = await screen.findByRole('alertdialog', { name: 'The price of this flight changed' });
    // Lists that are shown again load the new price. (LIST-02)
    expect(invalidate).toHaveBeenCalledWith({ queryKey: [searchFlights.path] });
    invalidate.mockRestore();
    expect(within(dialog).getByText('$389.50')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Page /search')).toBeTruthy();
    expect(requestsTo(createBooking)).toEqual([]);
  });

  it('[STATUS-05] asks before a trip is paid a second time, keeps the card and goes on with consent', async () => {
    const { user } = await openPayment();
    const details = { status_token: 'a_token', booking_reference: 'KLM123' };
    respondTo(processCard, ({ body }) =>
      body?.bookAgain
        ? { body: { success: true, paymentId: 'pay_1' } }
        : errorResponse('TRIP_BOOKED', { details }),
    );
    await clickCompleteBooking(user);
    expect(await screen.findByText('You Have Already Booked This Trip')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your booking KLM123' }).getAttribute('href')).toBe(
      '/booking/status#a_token',
    );
    await user.click(screen.getByRole('button', { name: 'Complete Booking' }));
    await waitFor(() => expect(requestsTo(processCard)).toHaveLength(2));
    await user.click(await screen.findByRole('checkbox', { name: 'I want to book this trip a second time' }));
    await user.click(screen.getByRole('button', { name: 'Complete Booking' }));
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    const [first, , last] = requestsTo(processCard);
    expect(first?.body).toMatchObject({
      ...{ travellers: [{ firstName: 'Ada', lastName: 'Lovelace' }], bookAgain: false },
      contactEmail: 'ada@example.com',
    });
    expect(last?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
  });

  it('[STATUS-05] leads to the booking that is under way before the card is charged', async () => {
    const { user } = await openPayment();
    respondTo(processCard, () =>
      errorResponse('BOOKING_UNDER_WAY', { details: { status_token: 'a_token' } }),
    );
    await clickCompleteBooking(user);
    expect(await screen.findByText('Your Booking Is Not Finished Yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See how far it is' })).toBeTruthy();
  });

  it('goes back to the seats when a chosen seat is no longer available', async () => {
    const { user } = await openPayment();
    respondTo(processCard, () => errorResponse('SEAT_UNAVAILABLE'));
    await clickCompleteBooking(user);
    expect(await screen.findByRole('heading', { name: 'Bags and seats' })).toBeTruthy();
  });
});

describe('a failed booking', () => {
  it('[PAY-26] shows the card message when the booking error names the card', async () => {
    const { user } = await openPayment();
    respondTo(createBooking, () => errorResponse('PAYMENT_FAILED', { message: 'No' }));
    await clickCompleteBooking(user);
    expect(await screen.findAllByText('Payment Failed')).toHaveLength(2);
    const text =
      'Your card was declined or the card details were incorrect. Please check your information and try again with a different card if necessary.';
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    await waitFor(() => expect(getFocused()).toBe(numberField()));
    expect(numberField().value).toBe('');
  });

  it('[PAY-27] [BOOK-07] shows the message of any other error and stays on the payment step', async () => {
    const { user } = await openPayment();
    respondTo(createBooking, () => errorResponse('BOOKING_REFUSED'));
    await clickCompleteBooking(user);
    expect(await screen.findByText('Booking Failed')).toBeTruthy();
    expect(screen.getAllByText('The airline did not accept this booking. Nothing was charged.')).toHaveLength(
      2,
    );
    expect(screen.getByRole('heading', { name: 'Payment' })).toBeTruthy();
  });

  it('[PAY-19] [PROVIDER-36] shows Confirming after no response, and sends the same call again by itself', async () => {
    const { user } = await openPayment();
    respondTo(createBooking, () => connectionFailure());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await clickCompleteBooking(user);
    expect(await screen.findByRole('heading', { name: 'Confirming with the airline' })).toBeTruthy();
    expect(screen.getByText(/Your booking was sent, and we have no answer yet/)).toBeTruthy();
    respondTo(createBooking, () => ({ body: sampleBookingResponse() }));
    await passTime(5_000);
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    expect(requestsTo(processCard)).toHaveLength(1);
    const [first, second] = requestsTo(createBooking);
    expect(getKey(first)).toBeTruthy();
    expect(getKey(second)).toBe(getKey(first));
    expect(second?.body).toEqual(first?.body);
  });
});

describe('a pending booking', () => {
  const pending = () => ({
    status: 202,
    body: sampleBookingResponse({ status: 'pending', duffelBookingId: null, bookingReference: null }),
  });

  it('[PROVIDER-36] [PROVIDER-01] shows the rejection of a pending booking above a form with another offer', async () => {
    const { user, router } = await openPayment();
    respondTo(createBooking, pending);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await clickCompleteBooking(user);
    await screen.findByRole('heading', { name: 'Confirming with the airline' });
    serveBooking(oneAdultOffer({ id: 'off_next' }));
    respondTo(createBooking, () => errorResponse('BOOKING_REFUSED'));
    await passTime(5_000);
    const text = 'The airline did not accept this booking. Nothing was charged.';
    expect((await screen.findByRole('alert')).textContent).toBe(`Booking Failed${text}`);
    await goToPayment(user);
    expect(router.state.location.search).toContain('offer=off_next');
    respondTo(createBooking, () => ({ body: sampleBookingResponse() }));
    fillCard();
    await clickCompleteBooking(user);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect(requestsTo(processCard)).toHaveLength(2);
    expect(requestsTo(processCard)[1]?.body).toMatchObject({ offerId: 'off_next' });
  });
});

describe('a successful booking', () => {
  it('[PAY-10] [PAY-17] [PAY-20] pays the total on the screen once, and books with that payment', async () => {
    const { user } = await openPayment();
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    respondTo(processCard, async () => {
      await response;
      return { body: { success: true, paymentId: 'pay_1', card: { brand: 'Visa', last4: '4242' } } };
    });
    await clickCompleteBooking(user);
    await user.click(await screen.findByRole('button', { name: 'Processing' }));
    respond();
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    expect(requestsTo(processCard)).toHaveLength(1);
    expect(requestsTo(processCard)[0]?.body).toMatchObject({
      ...{ amount: '389.50', fareAmount: '389.50', currency: 'USD', offerId: 'off_fresh' },
      cardDetails: { number: '4242424242424242', expiryMonth: '12', expiryYear: '99', cvv: '123' },
    });
    expect(requestsTo(createBooking)[0]?.body).toMatchObject({
      offerId: 'off_fresh',
      paymentDetails: { amount: '389.50', currency: 'USD', paymentId: 'pay_1' },
      passengers: [{ id: 'pas_1', firstName: 'Ada', gender: 'female', phone: '+12125550142' }],
    });
  });

  it.each([
    ['of the booking', undefined, 'Booking confirmed!'],
    ['that is newer, if there is one', 'Booking cancelled', 'Booking cancelled'],
  ])('[PAY-21] [TOAST-02] shows the toast of the account first, then the one %s', async (_, title, last) => {
    const { user } = await openPayment();
    const accountInfo = { username: 'ada', email: 'ada@example.com', password: 'secret-1' };
    respondTo(createBooking, () => ({ body: sampleBookingResponse({ accountCreated: true, accountInfo }) }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await clickCompleteBooking(user);
    expect(await screen.findByText('Account created!')).toBeTruthy();
    expect(screen.queryByText('Booking confirmed!')).toBeNull();
    if (title) act(() => void toast({ title }));
    await passTime(3_000);
    expect(await screen.findByText(last)).toBeTruthy();
    expect(screen.queryAllByText('Booking confirmed!')).toHaveLength(title ? 0 : 1);
  });

  it('[PAY-32] [PAY-21] leaves the card in no storage, URL, log or later call, and shows the toast of the booking', async () => {
    const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level),
    );
    const { user, router } = await openPayment();
    await clickCompleteBooking(user);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect((await screen.findByText(/^(Account created|Booking confirmed)!$/)).textContent).toBe(
      'Booking confirmed!',
    );
    const exposedTexts = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      router.state.location.pathname + router.state.location.search,
      document.body.innerHTML,
      JSON.stringify(allRequests().filter(({ path }) => path !== processCard.path)),
      JSON.stringify(logs.map((log) => log.mock.calls)),
    ];
    for (const text of exposedTexts) expect(text).not.toContain('424242');
  });
});

describe('the form', () => {
  it('[PAY-01] [PAY-02] [PAY-05] [PAY-06] [PAY-08] [PAY-09] [PAY-11] has card fields for digits, a test card in test mode, the order summary and a way back to the seats', async () => {
    const { user } = await openPayment();
    await user.clear(numberField());
    await user.type(numberField(), '4242x4242-42424242999');
    expect(numberField().value).toBe('4242 4242 4242 4242');
    for (const [label, typed, expected] of [
      [/^Expiry month/, '0x123', '01'],
      [/^Expiry year/, '3 456', '34'],
      [/^CVV/, '1a23456', '1234'],
    ] as const) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), typed);
      expect(screen.getByLabelText(label)).toHaveProperty('value', expected);
    }
    const autocomplete = ['Card number', 'Expiry month', 'Expiry year', 'CVV', 'Name on the card'].map(
      (label) => screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(autocomplete).toEqual(['cc-number', 'cc-exp-month', 'cc-exp-year', 'cc-csc', 'cc-name']);
    expect(screen.getByText('Test Environment')).toBeTruthy();
    expect(
      screen.getByText(
        'No money moves. Use the card number 4242 4242 4242 4242, any future expiry and any 3-digit CVV.',
      ),
    ).toBeTruthy();
    const order = screen.getByRole('complementary', { name: 'Order Summary' });
    expect(order.textContent).toContain('One way, 1 adult');
    expect(order.textContent).toContain('Departure');
    expect(readDescriptionList(order)).toMatchObject({ 'Total (USD)': '$389.50' });
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    expect(await screen.findByRole('heading', { name: 'Bags and seats' })).toBeTruthy();
  });

  it('[PAY-08] shows no test notice in live mode', async () => {
    await openPayment(() =>
      respondTo(getSystemMode, () => ({ body: { isLiveMode: true, mode: 'live' as const } })),
    );
    await waitFor(() => expect(screen.queryByText('Test Environment')).toBeNull());
  });

  it('[MODE-02] assumes test mode when the mode call fails', async () => {
    await openPayment(() => respondTo(getSystemMode, () => errorResponse('SERVICE_UNAVAILABLE')));
    expect(screen.getByText('Test Environment')).toBeTruthy();
  });

  it('[PAY-09] shows both flights and the seats of a round trip in the order summary', async () => {
    const [out, back] = roundTripSlices();
    serveBooking(oneAdultOffer({ slices: [out!, back!] }));
    const { user } = renderFilledApp();
    await goToSeats(user);
    await user.click(await screen.findByRole('button', { name: /^Seat 1A/ }));
    await user.click(screen.getAllByRole('tab')[1]!);
    await user.click(await screen.findByRole('button', { name: /^Seat 1A/ }));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const order = await screen.findByRole('complementary', { name: 'Order Summary' });
    const date = (slice: Slice) => formatDateWithWeekday(slice.departure_time);
    expect(order.textContent).toContain(`Departure, ${date(out!)}JFK 09:05 – BOS 10:30`);
    expect(order.textContent).toContain(`Return, ${date(back!)}BOS 09:05 – JFK 10:30`);
    expect(order.textContent).toContain('Round trip, 1 adult');
    expect(order.textContent).toContain('Base fare$330Taxes$59.502 seats$40Total (USD)$429.50');
  });
});
