import type { PaymentRequest } from '@fareline/contracts';
import { processCardContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { toAppError } from '@fareline/service-kit/http/error-handler';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { readUser } from '@fareline/service-kit/sessions/session-plugin';
import type { Deps } from '../deps.ts';
import {
  acquireKey,
  completeKey,
  inProgressError,
  isTransient,
  readIdempotencyKey,
  releaseKey,
  startKeyHeartbeat,
  type IdempotencyKey,
} from '../idempotency/idempotency-key.repository.ts';
import { fromStoredFailure } from '../stored-failure.ts';
import { getOrCreateVisitor } from '../visitor.ts';
import { authoriseCard } from './authorise-card.ts';
import { answerPayment } from './answer-payment.ts';
import { getPayment, type Payment } from './payment.repository.ts';

/** Returns the offer id. Throws OFFER_REQUIRED or CARD_DETAILS_REQUIRED before all other checks. (API-51, PROVIDER-31) */
function assertRequestComplete({
  offerId,
  cardDetails,
  paymentMethodId,
  confirmationTokenId,
}: PaymentRequest): string {
  if (!offerId) throw new AppError('OFFER_REQUIRED');
  if (!cardDetails && !paymentMethodId && !confirmationTokenId) throw new AppError('CARD_DETAILS_REQUIRED');
  return offerId;
}

/** The payment of a repeated request. Throws the stored failure, or IDEMPOTENCY_IN_PROGRESS. */
function getRepeatedPayment(deps: Deps, row: IdempotencyKey): Promise<Payment> {
  if (row.failure) throw fromStoredFailure(row.failure);
  if (!row.payment_id) throw inProgressError();
  return getPayment(deps.db, row.payment_id);
}

/** `POST /api/payments/process-card`: authorises the price without capturing it. (MONEY-22, MONEY-27) */
export const processCardRoute = routePlugin(
  { name: 'process-card', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, processCardContract, async ({ body, request, reply }) => {
      const offerId = assertRequestComplete(body);
      const key = readIdempotencyKey(request);
      const user = await readUser(request).catch(() => null);
      const visitor = getOrCreateVisitor(deps, request, reply, user);
      // Who travels is no part of what is paid: a repeat after a correction gets the same payment.
      const { travellers, contactEmail, bookAgain, ...paid } = body;
      const { row, isOwner } = await acquireKey(deps, {
        scope: 'process-card',
        key,
        visitor,
        body: paid,
      });
      if (!isOwner || row.payment_id)
        return answerPayment(deps, await getRepeatedPayment(deps, row), visitor);
      const siteOrigin = await request.findSiteOrigin();
      const stopHeartbeat = startKeyHeartbeat(deps, row);
      try {
        const payment = await authoriseCard(deps, {
          offerId,
          extras: body,
          amount: body.amount,
          currency: body.currency,
          fareAmount: body.fareAmount,
          card: body.cardDetails,
          paymentMethodId: body.paymentMethodId,
          confirmation: body.confirmationTokenId
            ? { tokenId: body.confirmationTokenId, returnUrl: `${siteOrigin}/booking/payment-return` }
            : undefined,
          trip: { travellers, contactEmail, bookAgain },
          visitor,
          keyId: row.id,
        }).finally(stopHeartbeat);
        await completeKey(deps, row.id);
        return await answerPayment(deps, payment, visitor);
      } catch (error) {
        // The request that has taken the key answers for both.
        if (error instanceof LeaseLostError) throw inProgressError();
        const failure = toAppError(error);
        await (isTransient(failure) ? releaseKey(deps, row.id) : completeKey(deps, row.id, failure));
        throw failure;
      }
    });
  },
);
