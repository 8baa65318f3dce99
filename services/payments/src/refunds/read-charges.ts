import type { Payment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { listPaidPayments, type PaidPayment } from './paid-payments.ts';
import { recordProviderRefund } from './record-refund.ts';

/** The id of the intent that charged a payment; it is searched at the card provider where the row has lost it. */
export async function findIntentId(
  { cardGateway }: Pick<Deps, 'cardGateway'>,
  { id, mode, intent_id, created_at }: Payment,
): Promise<string | undefined> {
  if (intent_id) return intent_id;
  const intent = await cardGateway.findIntent(mode, id, created_at);
  return intent?.kind === 'captured' ? intent.intentId : undefined;
}

/** Payments with what the card provider was read to have of them before. */
export const addCharges = (payments: readonly PaidPayment[], read: readonly PaidPayment[]): PaidPayment[] =>
  payments.map((payment) => ({
    ...payment,
    charge: read.find((earlier) => earlier.id === payment.id)?.charge,
  }));

/**
 * The payments of a booking with what the card provider has of those that are captured; its refunds are recorded. Throws
 * PROVIDER_UNAVAILABLE. (LEDGER-01, LEDGER-13)
 */
export async function readChargedPayments(deps: Deps, bookingId: string): Promise<PaidPayment[]> {
  const { db, cardGateway } = deps;
  const read: PaidPayment[] = [];
  for (const payment of await listPaidPayments(db, bookingId)) {
    const { mode, state } = payment;
    if (state !== 'captured') continue;
    const intentId = await findIntentId(deps, payment).catch(throwUnavailable);
    if (!intentId) continue;
    const charge = await cardGateway.readCharge(mode, intentId).catch(throwUnavailable);
    for (const refund of charge.refunds) await recordProviderRefund(deps, mode, refund);
    read.push({ ...payment, charge });
  }
  return addCharges(await listPaidPayments(db, bookingId), read);
}

/** As `readChargedPayments`; what the tables have while the card provider is unavailable. */
export const findChargedPayments = (deps: Deps, bookingId: string): Promise<PaidPayment[]> =>
  readChargedPayments(deps, bookingId).catch((error: unknown) => {
    deps.log.warn({ err: error, booking: bookingId }, 'the charge could not be read');
    return listPaidPayments(deps.db, bookingId);
  });
