import type { RequestContext } from '../deps.ts';
import { cardError, resourceMissing, StripeError } from '../http/errors.ts';
import type { PaymentMethodRecord } from '../records.ts';
import { getCardBrand, isValidCardNumber } from './number.ts';
import { buildPaymentMethod, toCardDetails } from './payment-method.ts';
import type { CardDetails } from './payment-method.ts';
import type { PaymentMethodData, RawCard } from './schema.ts';
import { findTestCardByNumber, findTestCardByToken } from './test-cards.ts';

const getCurrentYear = (context: RequestContext) => new Date(context.clock.now()).getUTCFullYear();

/** Stripe's error for an account that may not send raw card numbers; the text differs by mode. */
function rawCardError(context: RequestContext): StripeError {
  const clearance = 'see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.';
  const advice = context.livemode
    ? `To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more information, see https://dashboard.stripe.com/account/integration/settings. If you are qualified to handle card data directly, ${clearance}`
    : `We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable raw card data APIs in test mode, ${clearance}`;
  const message = `Sending credit card numbers directly to the Stripe API is generally unsafe. ${advice}`;
  return new StripeError(402, { type: 'invalid_request_error', message }, false);
}

/** Validates the card details that Stripe checks before it contacts the bank, and returns the number without separators. */
function requireValidCard(card: RawCard, context: RequestContext): string {
  const number = card.number.replaceAll(/[ -]/g, '');
  if (!isValidCardNumber(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  if (card.exp_month < 1 || card.exp_month > 12) {
    const message = "Your card's expiration month is invalid.";
    throw cardError({ code: 'invalid_expiry_month', message, param: 'exp_month' });
  }
  const now = new Date(context.clock.now());
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  if (year < now.getUTCFullYear() || year > now.getUTCFullYear() + 50) {
    const message = "Your card's expiration year is invalid.";
    throw cardError({ code: 'invalid_expiry_year', message, param: 'exp_year' });
  }
  if (year === now.getUTCFullYear() && card.exp_month < now.getUTCMonth() + 1) {
    const message = "Your card's expiration month is invalid.";
    throw cardError({ code: 'invalid_expiry_month', message, param: 'exp_month' });
  }
  const cvcPattern = getCardBrand(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (card.cvc !== undefined && !cvcPattern.test(card.cvc)) {
    const message = "Your card's security code is invalid.";
    throw cardError({ code: 'invalid_cvc', message, param: 'cvc' });
  }
  return number;
}

function parseRawCard(card: RawCard, context: RequestContext): CardDetails {
  const number = requireValidCard(card, context);
  const testCard = findTestCardByNumber(number);
  const expiry = {
    expMonth: card.exp_month,
    expYear: card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year,
    cvcCheck: card.cvc === undefined ? null : 'unchecked',
  };
  if (testCard) return { ...toCardDetails(testCard, expiry.expYear), ...expiry };
  const brand = getCardBrand(number);
  return { name: 'unknown', brand, country: 'US', funding: 'credit', last4: number.slice(-4), ...expiry };
}

const build = (context: RequestContext, details: CardDetails, data?: PaymentMethodData) =>
  buildPaymentMethod(details, {
    created: context.clock.seconds(),
    livemode: context.livemode,
    billing: data?.billing_details,
  });

export function savePaymentMethod(context: RequestContext, record: PaymentMethodRecord): PaymentMethodRecord {
  context.paymentMethods.put(record.object.id, record);
  return record;
}

/** Builds a payment method for the card of a browser's form, which Stripe takes from every account; stores nothing. */
export const buildFromForm = (context: RequestContext, data: PaymentMethodData): PaymentMethodRecord =>
  build(context, parseRawCard(data.card, context), data);

/** Builds the payment method of a test id (`pm_card_...`); stores nothing. Undefined for any other id. */
export function buildFromTestId(context: RequestContext, id: string): PaymentMethodRecord | undefined {
  const card = findTestCardByToken(id);
  return card && build(context, toCardDetails(card, getCurrentYear(context) + 1));
}

/** Creates a payment method from card details; throws Stripe's errors for invalid ones. */
export function createPaymentMethod(context: RequestContext, data: PaymentMethodData): PaymentMethodRecord {
  if (!context.options.rawCards) throw rawCardError(context);
  return savePaymentMethod(context, buildFromForm(context, data));
}

/** Finds a payment method by id; for a test id (`pm_card_...`) creates a new one, as Stripe does. Throws Stripe's 404. */
export function resolvePaymentMethod(context: RequestContext, id: string): PaymentMethodRecord {
  const stored = context.paymentMethods.get(id);
  if (stored && stored.object.livemode === context.livemode) return stored;
  const created = stored ? undefined : buildFromTestId(context, id);
  if (created) return savePaymentMethod(context, created);
  const otherMode = stored ? (stored.object.livemode ? 'live' : 'test') : undefined;
  throw resourceMissing('payment_method', id, 'payment_method', otherMode);
}
