import { ModeNotConfiguredError } from '@fareline/service-kit/mode-clients';
import Stripe from 'stripe';
import type { PaymentsConfig } from '../config.ts';
import { toStripeAmount } from './amounts.ts';
import type { AuthoriseOutcome, AuthoriseRequest } from './card-gateway.ts';
import { getDeclineMessage } from './declines.ts';
import { toCardSummary, toRisk } from './intent-state.ts';
import { withoutProviderText } from './provider-error.ts';
import { getTestPaymentMethod } from './test-cards.ts';

/** A sandbox takes the test payment methods in live mode too. */
type CardSettings = Pick<PaymentsConfig, 'STRIPE_RAW_CARDS' | 'STRIPE_BASE_URL'>;

type Method = Pick<
  Stripe.PaymentIntentCreateParams,
  'payment_method' | 'payment_method_data' | 'confirmation_token' | 'return_url'
>;

/** The payment method to send; undefined when the card number must not be sent. (PROVIDER-43) */
function toPaymentMethod(
  { mode, card, paymentMethodId, confirmation }: AuthoriseRequest,
  { STRIPE_RAW_CARDS, STRIPE_BASE_URL }: CardSettings,
): Method | undefined {
  if (confirmation) return { confirmation_token: confirmation.tokenId, return_url: confirmation.returnUrl };
  if (paymentMethodId) return { payment_method: paymentMethodId };
  if (!card) return undefined;
  const known = mode === 'test' || STRIPE_BASE_URL ? getTestPaymentMethod(card.number) : undefined;
  if (known) return { payment_method: known };
  if (!STRIPE_RAW_CARDS) return undefined;
  const year = Number(card.expiryYear);
  const raw = {
    number: card.number,
    exp_month: Number(card.expiryMonth),
    exp_year: year < 100 ? 2000 + year : year,
    cvc: card.cvv,
  };
  return {
    payment_method_data: {
      type: 'card',
      card: raw,
      billing_details: { name: card.holderName },
    } as Stripe.PaymentIntentCreateParams.PaymentMethodData,
  };
}

function toAuthoriseOutcome(error: unknown): AuthoriseOutcome {
  const { errors } = Stripe;
  // Stripe refuses raw numbers of an account without clearance with a 402, which the SDK reports as a card error.
  const isRawRefused = error instanceof errors.StripeCardError && error.rawType === 'invalid_request_error';
  if (error instanceof errors.StripeCardError && !isRawRefused) {
    const intent = error.payment_intent;
    const message = getDeclineMessage(error.decline_code, error.code);
    const card = toCardSummary(intent?.last_payment_error?.payment_method ?? null);
    if (error.code === 'authentication_required' && intent)
      return { kind: 'challenge', intentId: intent.id, card };
    return { kind: 'declined', intentId: intent?.id ?? null, card, message };
  }
  const cause = withoutProviderText(error);
  if (error instanceof errors.StripeInvalidRequestError) {
    // The traveller's request names the payment method, so it is not ours that is wrong.
    const isMethodMissing = error.param === 'payment_method' || error.param === 'confirmation_token';
    if (error.code === 'resource_missing' && isMethodMissing) return { kind: 'number_refused', cause };
    if (error.code === 'amount_too_small' || error.code === 'amount_too_large')
      return { kind: 'amount_refused', cause };
  }
  const isDefinite =
    isRawRefused ||
    // A conflict says that the same request is under way.
    (error instanceof errors.StripeInvalidRequestError && error.statusCode !== 409) ||
    error instanceof ModeNotConfiguredError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeRateLimitError;
  return { kind: isDefinite ? 'unavailable' : 'unknown', cause };
}

/** Creates and confirms an intent with manual capture. Never rejects. */
export async function authorise(
  getClient: (mode: AuthoriseRequest['mode']) => Stripe,
  request: AuthoriseRequest,
  settings: CardSettings,
): Promise<AuthoriseOutcome> {
  const method = toPaymentMethod(request, settings);
  const amount = toStripeAmount(request.amountMinor, request.currency);
  if (amount === undefined) return { kind: 'amount_refused' };
  if (!method) return { kind: 'number_refused' };
  try {
    const intent = await getClient(request.mode).paymentIntents.create(
      {
        ...method,
        amount,
        currency: request.currency.toLowerCase(),
        capture_method: 'manual',
        confirm: true,
        allowed_payment_method_types: ['card'],
        ...(request.isChallengeWanted && {
          payment_method_options: { card: { request_three_d_secure: 'challenge' } },
        }),
        description: request.description,
        statement_descriptor_suffix: request.statementSuffix,
        metadata: { ...request.metadata, payment_id: request.paymentId },
        expand: ['latest_charge', 'payment_method'],
      },
      { idempotencyKey: `${request.paymentId}:authorise` },
    );
    if (intent.status === 'requires_capture') {
      const card = toCardSummary(intent.payment_method) ?? { brand: 'card', last4: '', fingerprint: null };
      return { kind: 'authorised', intentId: intent.id, card, risk: toRisk(intent.latest_charge) };
    }
    if (intent.status === 'requires_action')
      return { kind: 'challenge', intentId: intent.id, card: toCardSummary(intent.payment_method) };
    return { kind: 'unknown', cause: new Error(`the intent is ${intent.status}`) };
  } catch (error) {
    return toAuthoriseOutcome(error);
  }
}
