import { continuePayment, createBooking, getCardForm, processCard } from '@fareline/contracts';
import { errorResponse, proxyResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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
const queryCardField = () => screen.queryByLabelText('Card number of the provider');
const findSentNote = () => screen.findByText(/Press Complete Booking to go on with that payment/);
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

  it('[ELEMENT-01] says what is wrong with the fields, or that it is not ready when the script throws, and sends nothing', async () => {
    stripe.reset({ submit: { error: { message: 'Your card number is incomplete.' } } });
    const { user } = await openPayment();
    await clickCompleteBooking(user);
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy();
    stripe.reset({ submit: new Error('IntegrationError: no element') });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await clickCompleteBooking(user);
    expect(await screen.findByText(/^The card form is not ready yet/)).toBeTruthy();
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
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('button', { name: 'Complete Booking' })));
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
    expect((await screen.findAllByText(/Your bank still asks you to confirm/)).length).toBeGreaterThan(0);
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
    expect(await screen.findByText('Your payment is waiting')).toBeTruthy();
    await goToSentPayment(view.user);
    expect(queryCardField()).toBeNull();
    await clickCompleteBooking(view.user);
    await expectBooked();
    expect(screen.queryByText('Your payment is waiting')).toBeNull();
    expect(requestsTo(processCard)).toHaveLength(1);
    expect(stripe.list('createConfirmationToken')).toEqual([]);
  });

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
