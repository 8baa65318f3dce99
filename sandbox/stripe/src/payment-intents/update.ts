import type { Context } from '../context.ts';
import { requireChargeable, requireCurrency } from '../money/currencies.ts';
import type { PaymentIntent } from '../state/records.ts';
import { mergeMetadata } from './build.ts';
import { methodFrom } from './confirm.ts';
import { save, unexpectedState } from './find.ts';
import type { UpdateParams } from './schema.ts';

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const MONEY = ['amount', 'currency', 'payment_method', 'payment_method_data', 'capture_method'] as const;

function requireUpdatable(intent: PaymentIntent, params: UpdateParams): void {
  const touched = MONEY.filter((name) => params[name] !== undefined);
  if (touched.length === 0 || OPEN.includes(intent.status)) return;
  const message = `This PaymentIntent's ${touched[0]} could not be updated because it has a status of ${intent.status}. You may only update the ${touched[0]} of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`;
  throw unexpectedState(intent, message);
}

/** `POST /v1/payment_intents/:id`. Descriptions and metadata can always change, what is paid only before it is. */
export function updateIntent(context: Context, intent: PaymentIntent, params: UpdateParams): PaymentIntent {
  requireUpdatable(intent, params);
  const currency = params.currency === undefined ? intent.currency : requireCurrency(params.currency);
  const amount = params.amount ?? intent.amount;
  if (params.amount !== undefined || params.currency !== undefined) requireChargeable(amount, currency);
  const method = methodFrom(context, params);
  return save(context, intent, {
    amount,
    capture_method: params.capture_method ?? intent.capture_method,
    currency,
    description: params.description === undefined ? intent.description : params.description,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
    statement_descriptor: params.statement_descriptor ?? intent.statement_descriptor,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    transfer_group: params.transfer_group ?? intent.transfer_group,
    ...(method ? { payment_method: method.object.id, status: 'requires_confirmation' as const } : {}),
  });
}
