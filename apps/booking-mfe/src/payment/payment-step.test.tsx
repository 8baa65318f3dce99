import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, type RecordedCall } from '@fareline/tools/fake-server';
import { complete, fillCard, bookingServer, renderBooking, goToPayment } from '../testing/harness.tsx';
import { oneAdultOffer, sampleBooking, sampleMap } from '../testing/samples.ts';

const verify = 'GET /api/flights/verify-offer/off_fresh';
const pay = 'POST /api/payments/process-card';
const book = 'POST /api/bookings';
const gone = () => ({ status: 410, body: { valid: false } });
const keyOf = (call: RecordedCall | undefined) => call?.headers.get('idempotency-key');
const numberField = () => screen.getByLabelText<HTMLInputElement>(/^Card number/);

/** The payment step with a valid card in it. */
async function atPayment(more: Parameters<typeof bookingServer>[1] = {}) {
  const server = bookingServer(oneAdultOffer(), more);
  const view = renderBooking('/booking?offer=off_cached&adults=1&cabinClass=business');
  await goToPayment(view.user);
  fillCard();
  return { server, ...view };
}

afterEach(() => vi.useRealTimers());

describe('a card that is not valid', () => {
  it('[PAY-15] [PAY-03] sends no call and says what is wrong, in a toast and beside the field', async () => {
    const { server, user } = await atPayment();
    await user.clear(numberField());
    await user.type(numberField(), '4242');
    const before = server.calls.length;
    await complete(user);
    expect(await screen.findByText('Invalid Card Number')).toBeTruthy();
    expect(screen.getAllByText('Please enter a valid card number').length).toBe(2);
    expect(document.activeElement).toBe(numberField());
    expect(server.calls).toHaveLength(before);
  });
});

describe('an offer that is gone', () => {
  it('[PAY-16] leads to the results after 4 s, without a payment call', async () => {
    const { server, user, router } = await atPayment();
    server.on(verify, gone);
    await complete(user);
    expect(await screen.findByText('Flight Offer Expired')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stay here' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/booking');
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    expect(new URLSearchParams(router.state.location.search).get('cabinClass')).toBe('business');
    expect(server.callsTo(pay)).toEqual([]);
  });

  it('[PAY-12] [PAY-13] is found by the poll every 15 s; Stay here keeps the traveller on the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, user, router } = await atPayment();
    const polls = server.callsTo(verify).length;
    await vi.advanceTimersByTimeAsync(14_000);
    server.on(verify, gone);
    expect(server.callsTo(verify).length).toBe(polls);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await screen.findByText('Flight Offer Expired')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stay here' }));
    await vi.advanceTimersByTimeAsync(6000);
    expect(router.state.location.pathname).toBe('/booking');
    expect(screen.getByRole('button', { name: 'Search again' })).toBeTruthy();
  });

  it('[PAY-14] warns under 5 minutes, with the minutes', async () => {
    await atPayment({ [verify]: () => ({ body: { valid: true, minutes_remaining: 4 } }) });
    expect(await screen.findByText('Offer Expiring Soon')).toBeTruthy();
    expect(screen.getAllByText(/held for 4 minutes/).length).toBeGreaterThan(0);
  });

  it('[PAY-18] [PAY-25] is checked once more between payment and booking', async () => {
    const { server, user } = await atPayment();
    let checks = 0;
    server.on(pay, () => {
      server.on(verify, gone);
      checks = server.callsTo(verify).length;
      return { body: { success: true, paymentId: 'pay_1' } };
    });
    await complete(user);
    expect(await screen.findByText('Offer Validation Failed')).toBeTruthy();
    expect(server.callsTo(book)).toEqual([]);
    // The watch finds the same a moment later: the reason stays.
    await waitFor(() => expect(server.callsTo(verify).length).toBeGreaterThanOrEqual(checks + 2));
    expect(screen.getByText('Offer Validation Failed')).toBeTruthy();
    expect(screen.queryByText('Flight Offer Expired')).toBeNull();
  });

  it('[PAY-24] ends the toast of an expired booking with the lifetime of offers, then leads to the results', async () => {
    const { server, user, router } = await atPayment({
      [book]: () => errorResponse(410, 'OFFER_EXPIRED', 'This flight offer has expired.'),
    });
    await complete(user);
    expect(await screen.findByText('Flight Offer Expired')).toBeTruthy();
    expect(screen.getByText(/Offers typically expire after 30 minutes$/)).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    expect(server.callsTo(book)).toHaveLength(1);
  });

  it('[PAY-25] reads Offer No Longer Available when the airline sold it', async () => {
    const { user } = await atPayment({
      [book]: () => errorResponse(410, 'OFFER_UNAVAILABLE', 'This flight offer is no longer available.'),
    });
    await complete(user);
    expect(await screen.findByText('Offer No Longer Available')).toBeTruthy();
  });

  it('[PAY-13] what was entered is still there after the results and back', async () => {
    const { server, user, router } = await atPayment();
    server.on(verify, gone);
    await complete(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    await router.navigate('/booking?offer=off_cached&adults=1');
    expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', 'Ada');
  });
});

describe('a payment that fails', () => {
  it.each([
    [
      'a 401',
      () => ({ status: 401, body: { message: 'Not authenticated' } }),
      'Payment Error',
      'Not authenticated',
    ],
    ['no body', () => ({ status: 500 }), 'Card Payment Failed', 'Payment failed with status 500'],
    [
      'an error only',
      () => ({ status: 402, body: { error: 'card_declined' } }),
      'Card Payment Failed',
      'card_declined',
    ],
    [
      'success false',
      () => ({ body: { success: false, error: 'Do not honour' } }),
      'Payment Error',
      'Do not honour',
    ],
    [
      'silence',
      () => {
        throw new TypeError('Failed to fetch');
      },
      'Payment Error',
      'Nothing answered. Nothing was booked. Please try again.',
    ],
  ])(
    '[PAY-22] [PAY-23] [PAY-28] [PAY-29] %s books nothing and clears the card',
    async (_, answer, title, text) => {
      const { server, user } = await atPayment({ [pay]: answer });
      await complete(user);
      expect(await screen.findByText(title)).toBeTruthy();
      // In the toast, and on the page where it stays.
      await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
      await waitFor(() => expect(document.activeElement).toBe(numberField()));
      expect(numberField().value).toBe('');
      expect(screen.getByLabelText(/^CVV/)).toHaveProperty('value', '');
      expect(screen.getByLabelText(/^Name on the card/)).toHaveProperty('value', 'Ada Lovelace');
      expect(screen.getByRole('button', { name: 'Complete Booking' })).toHaveProperty('disabled', false);
      expect(server.callsTo(book)).toEqual([]);
      expect(screen.queryByText('Booking Confirmed')).toBeNull();
    },
  );

  it('[PAY-19] a decline gets a new key, silence keeps it', async () => {
    const { server, user } = await atPayment({
      [pay]: () => errorResponse(402, 'PAYMENT_FAILED', 'Your card was declined. Nothing was charged.'),
    });
    const again = async () => {
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Complete Booking' })).toHaveProperty('disabled', false),
      );
      fillCard();
      await complete(user);
    };
    await complete(user);
    await waitFor(() => expect(server.callsTo(pay)).toHaveLength(1));
    server.on(pay, () => {
      throw new TypeError('Failed to fetch');
    });
    await again();
    await waitFor(() => expect(server.callsTo(pay)).toHaveLength(2));
    await again();
    await waitFor(() => expect(server.callsTo(pay)).toHaveLength(3));
    const keys = server.callsTo(pay).map(keyOf);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[1]).toBe(keys[2]);
  });

  it('[BOOK-10] [BOOK-11] a changed price is shown before anything is charged; leaving ends there', async () => {
    const { server, user } = await atPayment({
      [pay]: () =>
        errorResponse(409, 'PRICE_CHANGED', 'The airline changed the price of this flight.', {
          offer_id: 'off_fresh',
          old_amount: '389.50',
          new_amount: '401.00',
          currency: 'USD',
        }),
    });
    await complete(user);
    const dialog = await screen.findByRole('alertdialog', { name: 'The price of this flight changed' });
    expect(within(dialog).getByText('$389.50')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('The results')).toBeTruthy();
    expect(server.callsTo(book)).toEqual([]);
  });

  it('a seat that was sold meanwhile leads back to the seats', async () => {
    const { user } = await atPayment({
      [pay]: () =>
        errorResponse(
          409,
          'SEAT_UNAVAILABLE',
          'A chosen seat is no longer available. Please choose another one.',
        ),
    });
    await complete(user);
    expect(await screen.findByRole('heading', { name: 'Choose your seats' })).toBeTruthy();
  });
});

describe('a booking that fails', () => {
  it('[PAY-26] names the card where the booking error does', async () => {
    const { user } = await atPayment({
      [book]: () => errorResponse(404, 'PAYMENT_NOT_FOUND', 'resource not found'),
    });
    await complete(user);
    expect(await screen.findByText('Payment Failed')).toBeTruthy();
    const text =
      'Your card was declined or the card details were incorrect. Please check your information and try again with a different card if necessary.';
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toBe(numberField()));
    expect(numberField().value).toBe('');
  });

  it('[PAY-27] [BOOK-07] shows the message of any other error and stays at the payment', async () => {
    const { user } = await atPayment({
      [book]: () =>
        errorResponse(
          422,
          'BOOKING_REFUSED',
          'The airline did not accept this booking. Nothing was charged.',
        ),
    });
    await complete(user);
    expect(await screen.findByText('Booking Failed')).toBeTruthy();
    expect(screen.getAllByText('The airline did not accept this booking. Nothing was charged.')).toHaveLength(
      2,
    );
    expect(screen.getByRole('heading', { name: 'Payment' })).toBeTruthy();
  });

  it('[PAY-19] [PAY-27] silence keeps payment and key: the next press repeats the same call and asks for no card', async () => {
    const { server, user } = await atPayment({
      [book]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await complete(user);
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
    expect(screen.getByText('Your card is held, not charged')).toBeTruthy();
    server.on(book, () => ({ status: 201, body: sampleBooking() }));
    await complete(user);
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    expect(server.callsTo(pay)).toHaveLength(1);
    const [first, second] = server.callsTo(book);
    expect(keyOf(first)).toBeTruthy();
    expect(keyOf(second)).toBe(keyOf(first));
    expect(second?.body).toEqual(first?.body);
  });
});

describe('a booking that is pending', () => {
  it('[PROVIDER-36] shows Confirming with the airline and repeats the call until it is settled', async () => {
    const { server, user } = await atPayment({
      [book]: () => ({ status: 202, body: sampleBooking({ status: 'pending', bookingReference: null }) }),
    });
    await complete(user);
    expect(await screen.findByRole('heading', { name: 'Confirming with the airline' })).toBeTruthy();
    server.on(book, () => ({ status: 201, body: sampleBooking() }));
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    const [first, second] = server.callsTo(book);
    expect(keyOf(second)).toBe(keyOf(first));
    expect(second?.body).toEqual(first?.body);
    expect(server.callsTo(pay)).toHaveLength(1);
  });

  it('[PROVIDER-36] [PROVIDER-01] says that the airline refused after all, above a form with another offer', async () => {
    const { server, user, router } = await atPayment({
      [book]: () => ({ status: 202, body: sampleBooking({ status: 'pending' }) }),
    });
    await complete(user);
    await screen.findByRole('heading', { name: 'Confirming with the airline' });
    const next = { ...oneAdultOffer(), id: 'off_next' };
    const exchange = () => ({
      body: { offer: next, price_changed: false, previous_total_amount: next.total_amount },
    });
    server.on(`POST /api/flights/offer/${oneAdultOffer().id}/refresh`, exchange);
    server.on('GET /api/flights/verify-offer/off_next', () => ({ body: { valid: true } }));
    server.on('GET /api/flights/seatmaps/off_next', () => ({
      body: { data: next.slices.map((slice) => sampleMap(slice.segments[0]?.id ?? '')) },
    }));
    const text = 'The airline did not accept this booking. Nothing was charged.';
    server.on(book, () => errorResponse(422, 'BOOKING_REFUSED', text));
    expect((await screen.findByText(text)).closest('[role="alert"]')?.textContent).toContain(
      'Booking Failed',
    );
    await goToPayment(user);
    expect(router.state.location.search).toContain('offer=off_next');
    server.on(book, () => ({ status: 201, body: sampleBooking() }));
    fillCard();
    await complete(user);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect(server.callsTo(pay)).toHaveLength(2);
    expect(server.callsTo(pay)[1]?.body).toMatchObject({ offerId: 'off_next' });
  });
});

describe('a booking that goes well', () => {
  it('[PAY-10] [PAY-17] [PAY-18] [PAY-19] [PAY-20] pays what the screen says, pauses, checks, and books that payment', async () => {
    const times: [string, number][] = [];
    const { server, user } = await atPayment();
    const stamp = (what: string) => times.push([what, performance.now()]);
    let answer = () => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    server.on(pay, async () => {
      await wait;
      stamp('paid');
      return { body: { success: true, paymentId: 'pay_1', card: { brand: 'Visa', last4: '4242' } } };
    });
    server.on(book, () => {
      stamp('booked');
      return { status: 201, body: sampleBooking() };
    });
    await complete(user);
    const button = await screen.findByRole('button', { name: 'Processing' });
    await user.click(button);
    server.on(verify, () => {
      stamp('checked');
      return { body: { valid: true } };
    });
    answer();
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    expect(server.callsTo(pay)).toHaveLength(1);
    expect(server.callsTo(pay)[0]?.body).toMatchObject({
      amount: '389.50',
      currency: 'USD',
      offerId: 'off_fresh',
      cardDetails: { number: '4242424242424242', expiryMonth: '12', expiryYear: '99', cvv: '123' },
    });
    expect(server.callsTo(book)[0]?.body).toMatchObject({
      offerId: 'off_fresh',
      paymentDetails: { amount: '389.50', currency: 'USD', paymentId: 'pay_1' },
      passengers: [{ id: 'pas_1', firstName: 'Ada', gender: 'female', phone: '+12125550142' }],
    });
    expect(keyOf(server.callsTo(pay)[0])).toBeTruthy();
    expect(keyOf(server.callsTo(book)[0])).toBeTruthy();
    expect(keyOf(server.callsTo(book)[0])).not.toBe(keyOf(server.callsTo(pay)[0]));
    expect(times.map(([what]) => what)).toEqual(['paid', 'checked', 'booked']);
    expect(times[1]![1] - times[0]![1]).toBeGreaterThanOrEqual(495);
    expect(times[2]![1] - times[1]![1]).toBeGreaterThanOrEqual(295);
  });

  it('[PAY-21] announces the account first, then the booking', async () => {
    const { user } = await atPayment({
      [book]: () => ({
        status: 201,
        body: sampleBooking({
          accountCreated: true,
          accountInfo: { username: 'ada', email: 'ada@example.com', password: 'secret-1' },
        }),
      }),
    });
    await complete(user);
    expect(await screen.findByText('Account created!')).toBeTruthy();
    expect(screen.queryByText('Booking confirmed!')).toBeNull();
    expect(await screen.findByText('Booking confirmed!')).toBeTruthy();
  });

  it('[PAY-32] leaves the card in no storage, address, log or later call', async () => {
    const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level),
    );
    const { server, user, router } = await atPayment();
    await complete(user);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    const held = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      router.state.location.pathname + router.state.location.search,
      document.body.innerHTML,
      JSON.stringify(server.calls.filter((call) => call.path !== '/api/payments/process-card')),
      JSON.stringify(logs.map((log) => log.mock.calls)),
    ];
    for (const text of held) expect(text).not.toContain('424242');
  });
});

describe('the form', () => {
  it('[PAY-01] [PAY-02] asks for the card, takes digits only and groups them', async () => {
    const { user } = await atPayment();
    await user.clear(numberField());
    await user.type(numberField(), '4242x4242-42424242999');
    expect(numberField().value).toBe('4242 4242 4242 4242');
    const complete = ['Card number', 'Expiry month', 'Expiry year', 'CVV', 'Name on the card'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(complete).toEqual(['cc-number', 'cc-exp-month', 'cc-exp-year', 'cc-csc', 'cc-name']);
  });

  it('[PAY-08] suggests a test card unless the system is live', async () => {
    await atPayment();
    expect(screen.getByText('Test Environment').parentElement?.textContent).toContain('4242 4242 4242 4242');
  });

  it('[PAY-08] shows no test notice while the system is live', async () => {
    await atPayment({ 'GET /api/system/mode': () => ({ body: { isLiveMode: true, mode: 'live' } }) });
    await waitFor(() => expect(screen.queryByText('Test Environment')).toBeNull());
  });

  it('[MODE-02] takes test mode when the mode call fails', async () => {
    await atPayment({ 'GET /api/system/mode': () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'Not now.') });
    expect(screen.getByText('Test Environment')).toBeTruthy();
  });

  it('[PAY-09] [PAY-11] sums up the order, and leads back to the seats', async () => {
    const { user } = await atPayment();
    const order = screen.getByRole('complementary', { name: 'Order Summary' });
    expect(order.textContent).toContain('One way, 1 adult');
    expect(order.textContent).toContain('Departure');
    expect(within(order).getByText('Total (USD)').nextSibling).toHaveProperty('textContent', '$389.50');
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    expect(await screen.findByRole('heading', { name: 'Choose your seats' })).toBeTruthy();
  });
});
