import { staysLoading } from '@fareline/contracts/promises';
import {
  abandonPayment,
  continuePayment,
  createBooking,
  getCardForm,
  processCard,
} from '@fareline/contracts';
import {
  connectionFailure,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { installFakeStripe } from '../testing/fake-stripe.ts';
import {
  clickCompleteBooking,
  goToPayment,
  goToSeats,
  renderApp,
  renderFilledApp,
  serveBooking,
} from '../testing/harness.tsx';
import { oneAdultOffer } from '../testing/samples.ts';

const stripe = installFakeStripe();
const challenge = {
  ...{ success: false, paymentId: 'pay_1' },
  nextAction: { kind: 'challenge' as const, clientSecret: 'pi_1_secret_2' },
};
const paid = { success: true, paymentId: 'pay_1', card: { brand: 'visa', last4: '3220' } };
const url = '/booking?offer=off_cached&adults=1';

beforeEach(() => {
  stripe.reset();
  serveBooking(oneAdultOffer());
  respondTo(getCardForm, ({ query }) => ({
    body: {
      ...{ kind: 'element' as const, publishableKey: 'pk_test_1' },
      amount: Math.round(Number(query.get('amount')) * 100),
    },
  }));
});

const openPayment = async () => {
  const view = renderFilledApp(url);
  await goToPayment(view.user);
  return view;
};
/** Opens the payment while the clock can be moved; what it loads may never come. */
async function openLoadingPayment() {
  const { user } = renderFilledApp(url);
  await goToSeats(user);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(await screen.findByRole('button', { name: 'Skip Seat Selection' }));
}
const queryCardField = () => screen.queryByLabelText('Card number of the provider');
const findSentNote = () => screen.findByText(/Press Complete Booking to go on with that payment/);
/** The notice of the open challenge, which has the focus. */
async function findWaiting() {
  const title = await screen.findByText('Your payment is waiting');
  await waitFor(() => expect(getFocused()).toBe(title.closest('[role=status]')));
}
async function goToSentPayment(user: Parameters<typeof goToSeats>[0]) {
  await goToSeats(user);
  await user.click(await screen.findByRole('button', { name: 'Skip Seat Selection' }));
  await findSentNote();
}
const expectBooked = () => screen.findByRole('heading', { name: /Booking Confirmed/i });

describe('the provider’s card form', () => {
  it('[ELEMENT-01] takes the card: validated first, then its token is sent, and no card field is ours', async () => {
    const { user } = await openPayment();
    const total = oneAdultOffer().total_amount;
    expect(stripe.list('elements')).toEqual([
      expect.objectContaining({
        ...{ mode: 'payment', captureMethod: 'manual', allowedPaymentMethodTypes: ['card'] },
        amount: Math.round(Number(total) * 100),
      }),
    ]);
    expect(screen.queryByLabelText(/^CVV/)).toBeNull();
    await clickCompleteBooking(user);
    await expectBooked();
    expect(stripe.list('submit')).toHaveLength(1);
    expect(stripe.list('createConfirmationToken')).toEqual([
      { payment_method_data: { billing_details: { email: 'ada@example.com' } } },
    ]);
    const [request] = requestsTo(processCard);
    expect(request?.body).toMatchObject({ confirmationTokenId: 'ctoken_1' });
    expect(request?.body).not.toHaveProperty('cardDetails');
  });

  it('[ELEMENT-01] says what is wrong with the fields, or that it does not answer when the script throws, and sends nothing', async () => {
    stripe.reset({ submit: { error: { message: 'Your card number is incomplete.' } } });
    const { user } = await openPayment();
    await clickCompleteBooking(user);
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy();
    stripe.reset({ submit: new Error('IntegrationError: no element') });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await clickCompleteBooking(user);
    expect(await screen.findByText(/^The form above does not answer/)).toBeTruthy();
    expect(requestsTo(processCard)).toEqual([]);
  });

  it('[ELEMENT-01] sends the same token again when nothing answered, and takes no other card meanwhile', async () => {
    const { user } = await openPayment();
    respondTo(processCard, () => proxyResponse(502));
    expect(queryCardField()).toBeTruthy();
    await clickCompleteBooking(user);
    await waitFor(() => expect(requestsTo(processCard)).toHaveLength(1));
    respondTo(processCard, () => ({ body: paid }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Complete Booking' })).toHaveProperty('disabled', false),
    );
    await findSentNote();
    expect(queryCardField()).toBeNull();
    await clickCompleteBooking(user);
    await expectBooked();
    expect(stripe.list('createConfirmationToken')).toHaveLength(1);
    const [first, second] = requestsTo(processCard);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it('[ELEMENT-01] says that it cannot be loaded, and gives way to no other form', async () => {
    respondTo(getCardForm, () => proxyResponse(502));
    const { user } = renderFilledApp(url);
    await goToSeats(user);
    await user.click(await screen.findByRole('button', { name: 'Skip Seat Selection' }));
    expect(
      await screen.findByText('The card form could not be loaded', undefined, { timeout: 15_000 }),
    ).toBeTruthy();
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    respondTo(getCardForm, () => ({ body: { kind: 'fields' as const } }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText(/^CVV/)).toBeTruthy();
  }, 30_000);
});

it('[CARE-05] says after ten seconds that the form is slow, and takes it when it comes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  stripe.reset({ ready: promise });
  await openLoadingPayment();
  await waitFor(() => expect(stripe.list('elements')).toHaveLength(1));
  const note = () => screen.queryAllByText(staysLoading, { ignore: '[role=status]' });
  expect(note()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(note()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('The card form could not be loaded')).toBeNull();
  await act(async () => resolve());
  await waitFor(() => expect(queryCardField()).toBeTruthy());
  expect(note()).toEqual([]);
});

it('[CARE-05] offers after thirty seconds to load the form again, and meanwhile a press says that it is loading', async () => {
  stripe.reset({ ready: new Promise(() => {}) });
  await openLoadingPayment();
  await waitFor(() => expect(stripe.list('elements')).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Complete Booking' }));
  expect(await screen.findByText('The card form is still loading. Nothing was charged.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  stripe.reset();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Card' }));
  await waitFor(() => expect(queryCardField()).toBeTruthy());
  expect(requestsTo(processCard)).toEqual([]);
});

it('[CARE-05] ends a try whose token does not come after thirty seconds, and sends nothing', async () => {
  const { user } = await openPayment();
  stripe.reset({ token: new Promise(() => {}) });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(screen.getByRole('button', { name: 'Complete Booking' }));
  await waitFor(() => expect(stripe.list('createConfirmationToken')).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(await screen.findByText(/^The form above does not answer/)).toBeTruthy();
  expect(screen.getByText('Payment Error')).toBeTruthy();
  expect(requestsTo(processCard)).toEqual([]);
  vi.useRealTimers();
  stripe.reset();
  await waitFor(() => expect(getFocused()).toBe(queryCardField()));
  await clickCompleteBooking(user);
  await expectBooked();
});

it('[CARE-05] asks again which form there is when nothing has answered', async () => {
  const kind = { kind: 'element' as const, publishableKey: 'pk_test_1', amount: 100 };
  respondTo(getCardForm, () => new Promise(() => {}));
  await openLoadingPayment();
  await waitFor(() => expect(requestsTo(getCardForm)).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  respondTo(getCardForm, () => ({ body: kind }));
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(queryCardField()).toBeTruthy());
});

describe('a challenge', () => {
  it('[ELEMENT-02] is shown, said aloud, and when it was passed the booking goes on', async () => {
    let release = () => {};
    stripe.reset({ onChallenge: () => new Promise<void>((resolve) => (release = resolve)) });
    const { user } = await openPayment();
    respondTo(processCard, () => ({ body: challenge }));
    respondTo(continuePayment, () => ({ body: paid }));
    await clickCompleteBooking(user);
    await waitFor(() => expect(stripe.list('handleNextAction')).toEqual(['pi_1_secret_2']));
    expect(await screen.findByText('Your bank asks you to confirm this payment.')).toBeTruthy();
    expect(JSON.stringify(sessionStorage)).not.toContain('secret');
    release();
    await expectBooked();
    expect(requestsTo(continuePayment).map(({ path }) => path)).toEqual(['/api/payments/pay_1/continue']);
    expect(requestsTo(createBooking)[0]?.body).toMatchObject({ paymentDetails: { paymentId: 'pay_1' } });
    expect(sessionStorage.getItem('bookingChallenge')).toBeNull();
  });

  it('[ELEMENT-02] that failed is told, and another card can be tried as another payment', async () => {
    const { user } = await openPayment();
    respondTo(processCard, () => ({ body: challenge }));
    respondTo(continuePayment, () => errorResponse('CARD_CHALLENGE_FAILED'));
    await clickCompleteBooking(user);
    expect((await screen.findAllByText(/Your bank did not confirm this payment/)).length).toBeGreaterThan(0);
    expect(screen.getByText('Payment Not Confirmed')).toBeTruthy();
    await waitFor(() => expect(getFocused()).toBe(queryCardField()));
    expect(sessionStorage.getItem('bookingChallenge')).toBeNull();
    respondTo(processCard, () => ({ body: paid }));
    await clickCompleteBooking(user);
    await expectBooked();
    const [first, second] = requestsTo(processCard);
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
  });

  it('[ELEMENT-02] that was closed is shown once more, then asked for again without another payment', async () => {
    const { user } = await openPayment();
    respondTo(processCard, () => ({ body: challenge }));
    respondTo(continuePayment, () => ({ body: challenge }));
    await clickCompleteBooking(user);
    await findWaiting();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(stripe.list('handleNextAction')).toHaveLength(2);
    respondTo(continuePayment, () => ({ body: paid }));
    await clickCompleteBooking(user);
    await expectBooked();
    expect(requestsTo(processCard)).toHaveLength(1);
  });

  it('[ELEMENT-02] that a reload interrupted goes on with the same payment', async () => {
    stripe.reset({ onChallenge: () => new Promise<void>(() => {}) });
    const { user, unmount } = await openPayment();
    respondTo(processCard, () => ({ body: challenge }));
    await clickCompleteBooking(user);
    await waitFor(() => expect(stripe.list('handleNextAction')).toHaveLength(1));
    unmount();

    stripe.reset();
    respondTo(continuePayment, () => ({ body: paid }));
    const view = renderApp(`/booking?offer=${oneAdultOffer().id}&adults=1`);
    await findWaiting();
    await goToSentPayment(view.user);
    expect(queryCardField()).toBeNull();
    await clickCompleteBooking(view.user);
    await expectBooked();
    expect(screen.queryByText('Your payment is waiting')).toBeNull();
    expect(requestsTo(processCard)).toHaveLength(1);
    expect(stripe.list('createConfirmationToken')).toEqual([]);
  });

  it.each(['the form', 'the first step after a reload'])(
    '[ELEMENT-02] is ended from %s for another card, which is paid as another payment',
    async (place) => {
      const isAfterReload = place !== 'the form';
      if (isAfterReload) stripe.reset({ onChallenge: () => new Promise<void>(() => {}) });
      const { user, unmount } = await openPayment();
      respondTo(processCard, () => ({ body: challenge }));
      respondTo(continuePayment, () => ({ body: challenge }));
      await clickCompleteBooking(user);
      if (isAfterReload) {
        await waitFor(() => expect(stripe.list('handleNextAction')).toHaveLength(1));
        unmount();
        stripe.reset();
        renderApp(`/booking?offer=${oneAdultOffer().id}&adults=1`);
      }
      await findWaiting();
      respondTo(abandonPayment, () => connectionFailure());
      await user.click(screen.getByRole('button', { name: 'Use Another Card' }));
      expect((await screen.findAllByText(/It is still waiting/)).length).toBeGreaterThan(0);
      respondTo(abandonPayment, () => ({ body: paid }));
      await user.click(screen.getByRole('button', { name: 'Use Another Card' }));
      expect(
        (await screen.findAllByText(/^Your bank has confirmed it, and it is used/)).length,
      ).toBeGreaterThan(0);
      expect(screen.getByText('Your payment is waiting')).toBeTruthy();
      const message = 'The payment was stopped. One more try is left.';
      respondTo(abandonPayment, () => errorResponse('CARD_CHALLENGE_FAILED', { message }));
      await user.click(screen.getByRole('button', { name: 'Use Another Card' }));
      expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
      expect(requestsTo(abandonPayment).at(-1)?.path).toBe('/api/payments/pay_1/abandon');
      expect(screen.queryByText('Your payment is waiting')).toBeNull();
      expect(sessionStorage.getItem('bookingChallenge')).toBeNull();
      if (isAfterReload) {
        expect(screen.getByText('Payment Stopped')).toBeTruthy();
        await waitFor(() => expect(getFocused()).toBe(screen.getByRole('heading', { level: 1 })));
        await goToPayment(user);
      } else await waitFor(() => expect(getFocused()).toBe(queryCardField()));
      respondTo(processCard, () => ({ body: paid }));
      await clickCompleteBooking(user);
      await expectBooked();
      const [first, second] = requestsTo(processCard);
      expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
      expect(stripe.list('createConfirmationToken')).toHaveLength(isAfterReload ? 1 : 2);
    },
  );

  it('[ELEMENT-02] that failed after a reload is no longer waiting, and another card can be entered', async () => {
    stripe.reset({ onChallenge: () => new Promise<void>(() => {}) });
    const { user, unmount } = await openPayment();
    respondTo(processCard, () => ({ body: challenge }));
    await clickCompleteBooking(user);
    await waitFor(() => expect(stripe.list('handleNextAction')).toHaveLength(1));
    unmount();

    stripe.reset();
    respondTo(continuePayment, () => errorResponse('CARD_CHALLENGE_FAILED'));
    const view = renderApp(`/booking?offer=${oneAdultOffer().id}&adults=1`);
    await goToSentPayment(view.user);
    await clickCompleteBooking(view.user);
    expect((await screen.findAllByText(/Your bank did not confirm this payment/)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Your payment is waiting')).toBeNull();
    await waitFor(() => expect(queryCardField()).toBeTruthy());
  });
});

describe('the return page of a bank', () => {
  const returnUrl = '/booking/payment-return?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';

  it('[ELEMENT-03] leads back to the booking, without the query', async () => {
    const stored = { paymentId: 'pay_1', fingerprint: 'x', url: '/booking?offer=off_1' };
    sessionStorage.setItem('bookingChallenge', JSON.stringify(stored));
    const { router } = renderApp(returnUrl);
    await waitFor(() => expect(router.state.location.pathname).toBe('/booking'));
    expect(router.state.location.search).not.toContain('secret');
  });

  it.each([undefined, { paymentId: 'pay_1', fingerprint: 'x', url: '//evil.example/booking?' }])(
    '[ELEMENT-03] asks to go back to the tab where storage has no booking but %j',
    async (stored) => {
      if (stored) sessionStorage.setItem('bookingChallenge', JSON.stringify(stored));
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { router } = renderApp(returnUrl);
      expect(
        await screen.findByRole('heading', { name: 'Please go back to the tab where you booked' }),
      ).toBeTruthy();
      expect(router.state.location.search).toBe('');
    },
  );
});
