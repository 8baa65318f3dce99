import {
  abandonPayment,
  confirmBookingChange,
  continuePayment,
  getBooking,
  getBookingChange,
  getCardForm,
  getSystemMode,
  processCard,
  type BookingChange,
  type BookingData,
} from '@fareline/contracts';
import { messageFor } from '@fareline/contracts/errors';
import {
  sampleBooking,
  sampleBookingDetail,
  sampleChangeTerms,
  sampleSlice,
  currencies,
  findRepeatedCurrency,
} from '@fareline/contracts/testing';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getFocused } from '@fareline/ui-theme/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeChallenge } from '../payment/stored-challenge.ts';
import { installFakeStripe } from '../testing/fake-stripe.ts';
import { fillCard, passTime, renderApp } from '../testing/harness.tsx';

const bookingId = '0d5c2f3a-5a55-4d61-9c52-0a1b9d6c1e11';
const changeId = '6f0b7c52-8a3e-4c1f-b0e7-3f5a2d9c4e22';
const path = `/booking/change/${bookingId}/${changeId}`;
const pay = 'Pay $83.20 and change the flight';

const [outbound] = sampleBooking().bookingData.slices;
const later = sampleSlice('JFK', 'LHR', {
  departs: '2026-12-08T18:30:00',
  arrives: '2026-12-09T06:40:00',
  airlines: ['VS'],
});

const change = (changes: Partial<BookingChange> = {}): BookingChange => ({
  ...{
    id: changeId,
    kind: 'flights',
    state: 'quoted',
    card: null,
    failure: null,
    refund_shares: [],
    bags: [],
  },
  ...{ charge_amount: '83.20', refund_amount: '0.00', credit_amount: '0.00', currency: 'USD' },
  ...{ penalty_amount: '50.00', expires_at: '2099-01-01T00:00:00Z', created_at: '2026-11-27T10:00:00Z' },
  ...{ removed: [0], removed_slices: [outbound!], slices: [later], terms: sampleChangeTerms() },
  ...changes,
});
const free = { charge_amount: '0.00', penalty_amount: '0.00' };
const bags: Partial<BookingChange> = {
  ...{
    kind: 'bags',
    charge_amount: '70.00',
    penalty_amount: null,
    removed: [],
    removed_slices: [],
    slices: [],
    terms: null,
  },
  bags: [
    {
      ...{ passenger_id: 'pas_1', segment_ids: ['seg_JFK_LHR_0'], type: 'baggage', weight_kg: 23 },
      ...{ quantity: 2, amount: '70.00' },
    },
  ],
};

function open(changes: Partial<BookingChange> = {}, data: Partial<BookingData> = {}) {
  respondTo(getBookingChange, () => ({ body: change(changes) }));
  respondTo(getBooking, () => ({ body: sampleBookingDetail(sampleBooking({}, data)) }));
  respondTo(getSystemMode, () => ({ body: { isLiveMode: false, mode: 'test' as const } }));
  respondTo(getCardForm, () => ({ body: { kind: 'fields' as const } }));
  respondTo(processCard, () => ({
    body: { success: true, paymentId: 'pay_1', card: { brand: 'Visa', last4: '4242' } },
  }));
  respondTo(confirmBookingChange, () => ({
    body: change({ ...changes, state: 'done', card: { brand: 'visa', last4: '4242' } }),
  }));
  return renderApp(path);
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const getKeys = () => requestsTo(processCard).map(({ headers }) => headers.get('idempotency-key'));

/** Opens a change that costs money and enters a card. */
async function openCard(changes: Partial<BookingChange> = {}) {
  const view = open(changes);
  await screen.findByLabelText(/^Card number/);
  fillCard();
  return view;
}

afterEach(() => vi.useRealTimers());

it.each(currencies)('[PROVIDER-42] names the currency of a change once: %s', async (currency) => {
  open({ currency });
  const price = await screen.findByRole('complementary', { name: 'Price' });
  expect(price.textContent).toContain(currency);
  expect(findRepeatedCurrency(price.textContent)).toBeUndefined();
});

describe('who may see it', () => {
  it('[TRIP-03] asks a signed-out visitor to sign in, and comes back', async () => {
    open();
    respondTo(getBookingChange, () => errorResponse('NOT_AUTHENTICATED'));
    const link = await screen.findByRole('link', { name: 'Sign In' });
    expect(link.getAttribute('href')).toBe(`/login?redirect=${path}`);
    expect(screen.getByRole('link', { name: 'Find your trip' })).toBeTruthy();
  });

  it('[TRIP-03] leads to the trip from a change that is not known', async () => {
    open();
    respondTo(getBookingChange, () => errorResponse('BOOKING_CHANGE_NOT_FOUND'));
    await heading('This change is not known');
    expect(screen.getByRole('link', { name: 'Back to your trip' }).getAttribute('href')).toBe(
      `/my-trips/${bookingId}`,
    );
  });

  it('[TRIP-03] can be loaded again after a failure', async () => {
    const { user } = open();
    respondTo(getBookingChange, () => errorResponse('SERVICE_UNAVAILABLE'));
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    respondTo(getBookingChange, () => ({ body: change() }));
    await user.click(retry);
    expect(await heading('Change your flight')).toBeTruthy();
  });
});

describe('what cannot be agreed any more', () => {
  it('[TRIP-03] an expired price leads to the trip and takes no card', async () => {
    open({ expires_at: '2020-01-01T00:00:00Z' });
    expect(await screen.findByText('This price does not hold any more')).toBeTruthy();
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    expect(screen.queryByRole('button', { name: pay })).toBeNull();
  });

  it.each([
    [processCard, 'BOOKING_CHANGE_OUTDATED', 'The price has changed'],
    [processCard, 'BOOKING_NOT_CHANGEABLE', 'This trip cannot be changed now'],
    [confirmBookingChange, 'BOOKING_CHANGE_REFUSED', 'The airline does not take this change'],
    [confirmBookingChange, 'AMOUNT_MISMATCH', 'The price has changed'],
  ] as const)('[TRIP-03] %o that says %s ends it', async (endpoint, code, title) => {
    const { user } = await openCard();
    respondTo(endpoint, () => errorResponse(code));
    await user.click(screen.getByRole('button', { name: pay }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(title + messageFor(code));
    expect(screen.queryByRole('button', { name: pay })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to your trip' })).toBeTruthy();
  });
});

describe('a card that is not accepted', () => {
  it('[TRIP-03] [PAY-15] an invalid one sends nothing', async () => {
    const { user } = open();
    await screen.findByLabelText(/^Card number/);
    fillCard('4242');
    await user.click(screen.getByRole('button', { name: pay }));
    expect(await screen.findByText('Invalid Card Number')).toBeTruthy();
    expect(requestsTo(processCard)).toEqual([]);
  });

  it('[TRIP-03] a decline keeps everything else, and the next card is a new payment', async () => {
    const { user } = await openCard();
    respondTo(processCard, () => errorResponse('PAYMENT_FAILED', { message: 'Your card was declined.' }));
    await user.click(screen.getByRole('button', { name: pay }));
    expect((await screen.findByRole('alert')).textContent).toBe('Card Payment FailedYour card was declined.');
    await waitFor(() => expect(getFocused()).toBe(screen.getByLabelText(/^Card number/)));
    expect(screen.getByRole('region', { name: 'New' }).textContent).toContain('VS100');
    expect(requestsTo(confirmBookingChange)).toEqual([]);
    respondTo(processCard, () => ({ body: { success: true, paymentId: 'pay_2' } }));
    fillCard();
    await user.click(screen.getByRole('button', { name: pay }));
    await heading('Your flight is changed');
    expect(new Set(getKeys()).size).toBe(2);
    expect(requestsTo(confirmBookingChange)[0]?.body).toEqual({ payment_id: 'pay_2' });
  });

  it('[TRIP-03] [LIMIT-02] a limit keeps the card', async () => {
    const { user } = await openCard();
    respondTo(processCard, () =>
      errorResponse('TOO_MANY_ATTEMPTS', {
        headers: { 'retry-after': '40' },
        details: { limit: 'connection' },
      }),
    );
    await user.click(screen.getByRole('button', { name: pay }));
    expect(await screen.findByText('Too Many Payment Tries From Your Connection')).toBeTruthy();
    expect(screen.getByLabelText(/^CVV/)).toHaveProperty('value', '123');
    expect(screen.getByRole('button', { name: pay }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('while it is paid', () => {
  it('[TRIP-03] [PAY-20] Back waits, the way back is closed and a second press does nothing', async () => {
    const { user, router } = await openCard();
    await act(() => router.navigate(`${path}?again`));
    const answer = Promise.withResolvers<{ body: BookingChange }>();
    respondTo(confirmBookingChange, () => answer.promise);
    await user.click(screen.getByRole('button', { name: pay }));
    await waitFor(() => expect(requestsTo(confirmBookingChange)).toHaveLength(1));
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Your payment is on its way')).toBeTruthy();
    expect(router.state.location.search).toBe('?again');
    expect(screen.queryByRole('link', { name: 'Back to your trip' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Processing' }));
    answer.resolve({ body: change({ state: 'done' }) });
    await heading('Your flight is changed');
    expect(requestsTo(confirmBookingChange)).toHaveLength(1);
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('');
  });

  it('[TRIP-03] the button comes back once the page shows what the service knows', async () => {
    const { user } = open({ ...free });
    await heading('Change your flight');
    const reloaded = Promise.withResolvers<{ body: BookingChange }>();
    respondTo(confirmBookingChange, () => connectionFailure());
    respondTo(getBookingChange, () => reloaded.promise);
    await user.click(screen.getByRole('button', { name: 'Change the flight' }));
    await waitFor(() => expect(requestsTo(getBookingChange)).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'Processing' })).toBeTruthy();
    reloaded.resolve({ body: change({ ...free, state: 'done' }) });
    expect(await heading('Your flight is changed')).toBeTruthy();
  });
});

describe('an answer that is lost', () => {
  it('[TRIP-03] authorises the card, and the same payment makes the change once it is asked again', async () => {
    const { user } = await openCard();
    respondTo(confirmBookingChange, () => connectionFailure());
    await user.click(screen.getByRole('button', { name: pay }));
    expect(await screen.findByText('Your card is held, not charged')).toBeTruthy();
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    respondTo(confirmBookingChange, () => ({ body: change({ state: 'done' }) }));
    await user.click(screen.getByRole('button', { name: pay }));
    await heading('Your flight is changed');
    expect(requestsTo(processCard)).toHaveLength(1);
    expect(requestsTo(confirmBookingChange).map(({ body }) => body)).toEqual(
      Array(2).fill({ payment_id: 'pay_1' }),
    );
  });

  it('[TRIP-03] of the payment is asked for with the same key', async () => {
    const { user } = await openCard();
    respondTo(processCard, () => connectionFailure());
    await user.click(screen.getByRole('button', { name: pay }));
    await screen.findByRole('alert');
    respondTo(processCard, () => ({ body: { success: true, paymentId: 'pay_1' } }));
    fillCard();
    await user.click(screen.getByRole('button', { name: pay }));
    await heading('Your flight is changed');
    expect(new Set(getKeys()).size).toBe(1);
  });

  it('[TRIP-03] shows what the service knows of it', async () => {
    const { user } = open({ ...free });
    await heading('Change your flight');
    respondTo(confirmBookingChange, () => connectionFailure());
    respondTo(getBookingChange, () => ({ body: change({ ...free, state: 'done' }) }));
    await user.click(screen.getByRole('button', { name: 'Change the flight' }));
    expect(await heading('Your flight is changed')).toBeTruthy();
  });
});

describe('what is agreed', () => {
  it('[TRIP-03] shows old and new flights, the price in parts, the refund and until when it holds', async () => {
    open();
    expect((await screen.findByRole('region', { name: 'Before' })).textContent).toContain('BA100');
    expect(screen.getByRole('region', { name: 'New' }).textContent).toContain('VS100');
    const price = screen.getByRole('complementary', { name: 'Price' });
    expect(price.textContent).toContain('Difference in fare$33.20Airline’s fee$50You pay (USD)$83.20');
    expect(price.textContent).toContain('The airline holds this price until Jan 1, 2099');
    expect(document.body.textContent).toContain(
      'You pay $83.20 (USD), the airline’s fee of $50 (USD) included.',
    );
    expect(document.body.textContent).toContain(`With “${pay}” you agree to give up the old flights`);
  });

  it('[RULE-02] [RULE-03] fare, rules, seats and bags before and after stand above the button', async () => {
    const old = { ...outbound!, fare_brand_name: 'Standard', included_bags: { cabin: 1, checked: 1 } };
    const seat = { passenger_id: 'pas_1', segment_id: 'seg_JFK_LHR_0', designator: '12C', amount: '29.00' };
    const bag = { passenger_id: 'pas_1', segment_ids: ['seg_JFK_LHR_0'], type: 'baggage' as const };
    const terms = sampleChangeTerms({
      seats: [seat],
      bags: [{ ...bag, weight_kg: 23, quantity: 1, amount: '35.00' }],
    });
    open({ removed_slices: [old], terms });
    const table = await screen.findByRole('table', { name: 'Fare and rules before and after' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'BeforeAfter',
      'Fare',
      'StandardBasic',
      'Bags included',
      '1 cabin bag and 1 checked bag included for each traveller with a seatThe airline does not say which bags are included',
      'Changes',
      'Changes allowed, fees may apply - the airline’s is $50No changes - the flights of this fare cannot be changed',
      'Cancelling',
      'No refund - if you cancel, nothing comes backNo refund - if you cancel, nothing comes back',
      'Seats',
      'Seat 12C of Ada Lovelace on BA100 ($29)Given up',
      'Bags bought',
      '1 checked bag up to 23 kg of Ada Lovelace, JFK to LHR ($35)Given up',
    ]);
    expect(document.body.textContent).toContain(
      'The $64 (USD) paid for them does not come back with the change',
    );
    expect(document.body.textContent).toContain('the stricter of the rules can hold');
    const button = screen.getByRole('button', { name: pay });
    expect(table.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('[TRIP-03] is paid once, however often the button is pressed', async () => {
    await openCard();
    const button = screen.getByRole('button', { name: pay });
    fireEvent.click(button);
    fireEvent.click(button);
    const title = await heading('Your flight is changed');
    await waitFor(() => expect(getFocused()).toBe(title));
    expect(requestsTo(processCard)).toHaveLength(1);
    expect(requestsTo(processCard)[0]?.body).toMatchObject({
      ...{ amount: '83.20', currency: 'USD' },
      change: { bookingId, changeId },
      cardDetails: { number: '4242424242424242' },
    });
    expect(document.body.textContent).toContain('$83.20 (USD) was paid with your Visa card ending 4242.');
    expect(screen.getByRole('link', { name: 'See your trip' }).getAttribute('href')).toBe(
      `/my-trips/${bookingId}`,
    );
  });

  it('[TRIP-03] needs no card where nothing is to be paid', async () => {
    const card = { brand: 'visa', last4: '4242' };
    const share = { amount: '40.00', state: 'pending' as const, card, expected_on: '2026-12-17' };
    const { user } = open({ ...free, refund_amount: '40.00', refund_shares: [share] });
    await user.click(await screen.findByRole('button', { name: 'Change the flight' }));
    await heading('Your flight is changed');
    expect(document.body.textContent).toContain(
      '$40 (USD) is being refunded to your Visa card ending 4242, expected by Dec 17, 2026.',
    );
    expect([...requestsTo(processCard), ...requestsTo(getCardForm)]).toEqual([]);
    expect(requestsTo(confirmBookingChange)[0]?.body).toEqual({});
  });

  it('[TRIP-04] bags with owner, route and price', async () => {
    const { user } = await openCard(bags);
    expect(screen.getByRole('list', { name: 'Bags' }).textContent).toBe(
      '2 checked bags up to 23 kgAda Lovelace, JFK to LHR',
    );
    await user.click(screen.getByRole('button', { name: 'Pay $70 and add the bags' }));
    expect(await heading('Your bags are added')).toBeTruthy();
  });

  it('[TRIP-03] [ELEMENT-02] a payment whose bank was asking goes on after a reload', async () => {
    storeChallenge({
      paymentId: 'pay_9',
      fingerprint: JSON.stringify([changeId, '83.20', 'USD', []]),
      url: path,
    });
    respondTo(continuePayment, () => ({ body: { success: true, paymentId: 'pay_9' } }));
    const { user } = await openCard();
    await user.click(screen.getByRole('button', { name: pay }));
    await heading('Your flight is changed');
    expect(requestsTo(processCard)).toEqual([]);
    expect(requestsTo(confirmBookingChange)[0]?.body).toEqual({ payment_id: 'pay_9' });
  });
});

describe('the provider’s card form', () => {
  const stripe = installFakeStripe();

  it('[ELEMENT-02, PAY-22] shows a payment whose bank was asking, ends it for another card, and asks for that one', async () => {
    stripe.reset();
    storeChallenge({
      paymentId: 'pay_9',
      fingerprint: JSON.stringify([changeId, '83.20', 'USD', []]),
      url: path,
    });
    const { user } = open();
    respondTo(getCardForm, () => ({
      body: { kind: 'element' as const, publishableKey: 'pk_test_1', amount: 8320 },
    }));
    const waiting = (await screen.findByText('Your payment is waiting')).closest('[role=status]');
    await waitFor(() => expect(getFocused()).toBe(waiting));
    const message = 'The payment was stopped.';
    respondTo(abandonPayment, () => errorResponse('CARD_CHALLENGE_FAILED', { message }));
    await user.click(screen.getByRole('button', { name: 'Use Another Card' }));
    expect(await screen.findByText(message)).toBeTruthy();
    const field = await screen.findByLabelText('Card number of the provider');
    await waitFor(() => expect(getFocused()).toBe(field));
    respondTo(processCard, () => errorResponse('PAYMENT_FAILED'));
    await user.click(screen.getByRole('button', { name: pay }));
    expect(await screen.findByText(messageFor('PAYMENT_FAILED'))).toBeTruthy();
    await waitFor(() => expect(getFocused()?.getAttribute('aria-label')).toBe('Card number of the provider'));
    expect(requestsTo(confirmBookingChange)).toEqual([]);
  });
});

describe('what became of it', () => {
  it('[TRIP-03] waits for the airline until it has answered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open({ state: 'under_way' });
    await heading('Waiting for the airline');
    expect(screen.getByText(/Your card is held, not charged/)).toBeTruthy();
    respondTo(getBookingChange, () => ({ body: change({ state: 'done' }) }));
    await passTime(6000);
    const title = await heading('Your flight is changed');
    await waitFor(() => expect(getFocused()).toBe(title));
  });

  it('[TRIP-03] a failed one says why, that nothing was charged, and leads to other flights', async () => {
    open({ state: 'failed', failure: 'The flight is full.' });
    await heading('Your flight was not changed');
    expect(screen.getByText('Nothing was changed or charged. The flight is full.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose again' }).getAttribute('href')).toBe(
      `/my-trips/${bookingId}/change`,
    );
  });

  it('[LEDGER-15] one that is not paid is told as made, with the price that the card refused and the phone', async () => {
    open({ state: 'review', card: { brand: 'visa', last4: '4242' } });
    await heading('Your flight is changed, and not paid yet');
    expect(screen.getByRole('heading', { name: 'Your new flights' })).toBeTruthy();
    expect(document.body.textContent).toContain('Your card could not be charged $83.20 (USD).');
    expect(document.body.textContent).not.toMatch(/held, not charged|has not said/);
    const link = screen.getByRole('link', { name: /^\+?[\d ()-]+$/ });
    expect(link.getAttribute('href')).toMatch(/^tel:/);
  });
});
