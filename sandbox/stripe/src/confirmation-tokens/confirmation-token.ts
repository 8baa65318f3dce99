import { savePaymentMethod } from '../cards/create.ts';
import type { RequestContext } from '../deps.ts';
import { invalidState, resourceMissing } from '../http/errors.ts';
import { newId } from '../ids.ts';
import type { ConfirmationTokenRecord, PaymentMethodRecord } from '../records.ts';

const LIFETIME_SECONDS = 12 * 3600;

/** Stores a new token. `currency` is that of the element which made it. */
export function createToken(
  context: RequestContext,
  method: PaymentMethodRecord,
  { currency, returnUrl }: { currency: string | undefined; returnUrl: string | undefined },
): ConfirmationTokenRecord['object'] {
  const { id: _, object: __, created: ___, livemode: ____, metadata: _____, ...preview } = method.object;
  const created = context.clock.seconds();
  const object = {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created,
    expires_at: created + LIFETIME_SECONDS,
    livemode: context.livemode,
    mandate_data: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: preview,
    return_url: returnUrl ?? null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  } as unknown as ConfirmationTokenRecord['object'];
  context.confirmationTokens.put(object.id, { object, method, currency });
  return object;
}

/** Finds a token that an intent of the currency may use. Throws Stripe's errors: a token is used once, within 12 hours. */
export function findUsableToken(
  context: RequestContext,
  id: string,
  currency: string,
): ConfirmationTokenRecord {
  const record = context.confirmationTokens.get(id);
  if (!record || record.object.livemode !== context.livemode) {
    const otherMode = record ? (record.object.livemode ? 'live' : 'test') : undefined;
    throw resourceMissing('confirmation_token', id, 'confirmation_token', otherMode);
  }
  const param = 'confirmation_token';
  if (record.object.payment_intent)
    throw invalidState({ message: `The ConfirmationToken ${id} has already been used.`, param });
  if ((record.object.expires_at ?? 0) <= context.clock.seconds())
    throw invalidState({ message: `The ConfirmationToken ${id} has expired.`, param });
  if (record.currency !== undefined && record.currency.toLowerCase() !== currency)
    throw invalidState({
      message: `The currency of the ConfirmationToken (${record.currency}) does not match the one of the PaymentIntent (${currency}).`,
      param,
    });
  return record;
}

/** Marks a token as used by an intent and stores its payment method, which is returned. */
export function redeemToken(
  context: RequestContext,
  record: ConfirmationTokenRecord,
  intentId: string,
): PaymentMethodRecord {
  const object = { ...record.object, payment_intent: intentId };
  context.confirmationTokens.put(object.id, { ...record, object });
  return savePaymentMethod(context, record.method);
}
