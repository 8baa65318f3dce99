import type { RequestContext } from '../request-context.ts';
import { requireChargeable, requireCurrency } from '../money/currencies.ts';
import type { PaymentIntent } from '../state/records.ts';
import { mergeMetadata } from './build.ts';
import { resolveMethod } from './confirm.ts';
import { saveIntent, unexpectedStateError } from './find.ts';
import type { UpdateParams } from './schema.ts';

const UPDATABLE_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const PAYMENT_PARAMS = [
  'amount',
  'currency',
  'payment_method',
  'payment_method_data',
  'capture_method',
] as const;

function requireUpdatable(intent: PaymentIntent, params: UpdateParams): void {
  const changedParams = PAYMENT_PARAMS.filter((name) => params[name] !== undefined);
  if (changedParams.length === 0 || UPDATABLE_STATUSES.includes(intent.status)) return;
  const message = `This PaymentIntent's ${changedParams[0]} could not be updated because it has a status of ${intent.status}. You may only update the ${changedParams[0]} of a PaymentIntent with one of the following statuses: ${UPDATABLE_STATUSES.join(', ')}.`;
  throw unexpectedStateError(intent, message);
}

/** `POST /v1/payment_intents/:id`: changes description and metadata at any time, amount and method only before the payment. */
export function updateIntent(
  context: RequestContext,
  intent: PaymentIntent,
  params: UpdateParams,
): PaymentIntent {
  requireUpdatable(intent, params);
  const currency = params.currency === undefined ? intent.currency : requireCurrency(params.currency);
  const amount = params.amount ?? intent.amount;
  if (params.amount !== undefined || params.currency !== undefined) requireChargeable(amount, currency);
  const method = resolveMethod(context, params);
  return saveIntent(context, intent, {
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
