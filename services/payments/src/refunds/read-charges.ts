import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { listPaidPayments, type PaidPayment } from './paid-payments.ts';
import { recordProviderRefund } from './record-refund.ts';

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
    const { mode, state, intent_id } = payment;
    if (state !== 'captured' || !intent_id) continue;
    const charge = await cardGateway.readCharge(mode, intent_id).catch(throwUnavailable);
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
