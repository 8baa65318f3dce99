import type { Context } from '../context.ts';
import { cardError, invalidRequest, resourceMissing, StripeError } from '../http/errors.ts';
import type { PaymentMethodRecord } from '../state/records.ts';
import { brandOf, isCardNumber } from './number.ts';
import { buildPaymentMethod, factsOf } from './payment-method.ts';
import type { CardFacts } from './payment-method.ts';
import type { PaymentMethodData, RawCard } from './schema.ts';
import { testCardByNumber, testCardByToken } from './test-cards.ts';

const yearOf = (context: Context) => new Date(context.clock.nowMs()).getUTCFullYear();

/** Stripe's refusal for an account that is not cleared for raw numbers; the text differs by mode. */
function rawCardRefused(context: Context): StripeError {
  const clearance = 'see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.';
  const advice = context.livemode
    ? `To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more information, see https://dashboard.stripe.com/account/integration/settings. If you are qualified to handle card data directly, ${clearance}`
    : `We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable raw card data APIs in test mode, ${clearance}`;
  const message = `Sending credit card numbers directly to the Stripe API is generally unsafe. ${advice}`;
  return new StripeError(402, { type: 'invalid_request_error', message }, false);
}

/** The checks that Stripe makes before it asks a bank. */
function requireWellFormed(card: RawCard, context: Context): string {
  const number = card.number.replaceAll(/[ -]/g, '');
  if (!isCardNumber(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  if (card.exp_month < 1 || card.exp_month > 12) {
    const message = "Your card's expiration month is invalid.";
    throw cardError({ code: 'invalid_expiry_month', message, param: 'exp_month' });
  }
  const now = new Date(context.clock.nowMs());
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  if (year < now.getUTCFullYear() || year > now.getUTCFullYear() + 50) {
    const message = "Your card's expiration year is invalid.";
    throw cardError({ code: 'invalid_expiry_year', message, param: 'exp_year' });
  }
  if (year === now.getUTCFullYear() && card.exp_month < now.getUTCMonth() + 1) {
    const message = "Your card's expiration month is invalid.";
    throw cardError({ code: 'invalid_expiry_month', message, param: 'exp_month' });
  }
  const length = brandOf(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (card.cvc !== undefined && !length.test(card.cvc)) {
    const message = "Your card's security code is invalid.";
    throw cardError({ code: 'invalid_cvc', message, param: 'cvc' });
  }
  return number;
}

function factsOfRaw(card: RawCard, context: Context): CardFacts {
  const number = requireWellFormed(card, context);
  const known = testCardByNumber(number);
  const expiry = {
    expMonth: card.exp_month,
    expYear: card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year,
    cvcCheck: card.cvc === undefined ? null : 'unchecked',
  };
  if (known) return { ...factsOf(known, expiry.expYear), ...expiry };
  const brand = brandOf(number);
  return { name: 'unknown', brand, country: 'US', funding: 'credit', last4: number.slice(-4), ...expiry };
}

function store(context: Context, facts: CardFacts, data?: PaymentMethodData): PaymentMethodRecord {
  const record = buildPaymentMethod(facts, {
    created: context.clock.now(),
    livemode: context.livemode,
    billing: data?.billing_details,
    metadata: data?.metadata ?? {},
  });
  context.store.put('payment_methods', record.object.id, record);
  return record;
}

function fromToken(
  context: Context,
  token: string,
  data?: PaymentMethodData,
): PaymentMethodRecord | undefined {
  const card = testCardByToken(token.replace(/^tok_/, 'pm_card_'));
  return card && store(context, factsOf(card, yearOf(context) + 1), data);
}

/** Makes a payment method from card details or a test token. */
export function createPaymentMethod(context: Context, data: PaymentMethodData): PaymentMethodRecord {
  if (!data.card) {
    throw invalidRequest({
      code: 'parameter_missing',
      message: 'Missing required param: card.',
      param: 'card',
    });
  }
  if ('token' in data.card) {
    const record = fromToken(context, data.card.token, data);
    if (!record) throw resourceMissing('token', data.card.token, 'card[token]');
    return record;
  }
  if (!context.options.rawCards && !context.publishable) throw rawCardRefused(context);
  return store(context, factsOfRaw(data.card, context), data);
}

/** The payment method with that id; a well-known `pm_card_...` makes a new one, as at Stripe. */
export function resolvePaymentMethod(context: Context, id: string): PaymentMethodRecord {
  const known = context.store.get('payment_methods', id);
  if (known && known.object.livemode === context.livemode) return known;
  const fresh = known ? undefined : fromToken(context, id);
  if (fresh) return fresh;
  const otherMode = known ? (known.object.livemode ? 'live' : 'test') : undefined;
  throw resourceMissing('payment_method', id, 'payment_method', otherMode);
}
