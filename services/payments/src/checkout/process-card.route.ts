import type { PaymentRequest } from '@fareline/contracts';
import { processCardContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { toAppError } from '@fareline/service-kit/http/error-handler';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { readUser } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyRequest } from 'fastify';
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
import type { TripRequest } from '../offers/same-trip.ts';
import { getOrCreateVisitor } from '../access/visitor.ts';
import { answerPayment } from '../cards/answer-payment.ts';
import { authoriseCard, authoriseOffer } from '../cards/authorise-card.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import { priceChange } from '../amendments/price-change.ts';

/** Throws OFFER_REQUIRED or CARD_DETAILS_REQUIRED before all other checks. (API-51, PROVIDER-31) */
function assertRequestComplete(request: PaymentRequest): void {
  const { offerId, change, cardDetails, paymentMethodId, confirmationTokenId } = request;
  if (!offerId && !change) throw new AppError('OFFER_REQUIRED');
  if (!cardDetails && !paymentMethodId && !confirmationTokenId) throw new AppError('CARD_DETAILS_REQUIRED');
}

/** The payment of a repeated request. Throws the stored failure, or IDEMPOTENCY_IN_PROGRESS. */
function getRepeatedPayment(deps: Deps, row: IdempotencyKey): Promise<Payment> {
  if (row.failure) throw fromStoredFailure(row.failure);
  if (!row.payment_id) throw inProgressError();
  return getPayment(deps.db, row.payment_id);
}

/** Authorises what the request names: a change of a booking, or an offer. */
function authorise(
  deps: Deps,
  request: FastifyRequest,
  paid: Omit<PaymentRequest, keyof TripRequest>,
  { trip, ...attempt }: Omit<Parameters<typeof authoriseCard>[1], 'subject'> & { trip: TripRequest },
): Promise<Payment> {
  const { offerId = '', change, amount, currency, fareAmount } = paid;
  if (change)
    return authoriseCard(deps, { ...attempt, subject: change.changeId }, () =>
      priceChange(deps, request, change, { amount, currency }),
    );
  return authoriseOffer(deps, {
    ...attempt,
    ...{ offerId, extras: paid, amount, currency, fareAmount, trip },
  });
}

/** `POST /api/payments/process-card`: authorises the price of an offer or of a change without capturing it. (MONEY-22, MONEY-27) */
export const processCardRoute = routePlugin(
  { name: 'process-card', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, processCardContract, async ({ body, request, reply }) => {
      assertRequestComplete(body);
      const key = readIdempotencyKey(request);
      const user = await readUser(request).catch(() => null);
      const visitor = getOrCreateVisitor(deps, request, reply, user);
      // Who travels is no part of what is paid: a repeat after a correction gets the same payment.
      const { travellers, contactEmail, bookAgain, ...paid } = body;
      const trip = { travellers, contactEmail, bookAgain };
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
        const payment = await authorise(deps, request, paid, {
          trip,
          card: body.cardDetails,
          paymentMethodId: body.paymentMethodId,
          confirmation: body.confirmationTokenId
            ? { tokenId: body.confirmationTokenId, returnUrl: `${siteOrigin}/booking/payment-return` }
            : undefined,
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
