import type { PaymentRequest, PaymentResult } from '@fareline/contracts';
import { processCardContract } from '@fareline/contracts/services';
import { AppError, readUser, registerRoute, toAppError } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import {
  dropKey,
  finishKey,
  idempotencyKeyOf,
  inProgress,
  isPassing,
  keptFailure,
  takeKey,
  type IdempotencyKey,
} from '../idempotency/keys.ts';
import { authoriseCard } from './authorise-card.ts';
import { failureOf, paymentAnswer } from './payment-answer.ts';
import { paymentById, type Payment } from './payment-rows.ts';
import { visitorOf } from './visitor.ts';

/** The price, the card call with its repeats, and a margin. */
const lockMs = ({ config }: Context): number =>
  config.QUOTE_TIMEOUT_MS + config.STRIPE_TIMEOUT_MS * 3 + config.LEASE_MARGIN_MS;

/** What is plain to see before anything else is looked at. (API-51, PROVIDER-31) */
function assertComplete({ offerId, cardDetails, paymentMethodId }: PaymentRequest): string {
  if (!offerId) throw new AppError('OFFER_REQUIRED');
  if (!cardDetails && !paymentMethodId) throw new AppError('CARD_DETAILS_REQUIRED');
  return offerId;
}

/** The answer to a repeat. */
export async function answerOfKey(context: Context, row: IdempotencyKey): Promise<Payment> {
  if (row.failure) throw keptFailure(row.failure);
  if (!row.payment_id) throw inProgress();
  const payment = await paymentById(context.db, row.payment_id);
  const { state } = payment;
  if (state === 'authorising') throw inProgress();
  const hasFailed = payment.failure_code !== null || state === 'voiding' || state === 'voided';
  if (hasFailed) throw failureOf(payment);
  return payment;
}

/** `POST /api/payments/process-card`: holds the price on a card and captures nothing. (MONEY-22, MONEY-27) */
export function processCardRoute(app: FastifyInstance, context: Context): void {
  registerRoute(app, processCardContract, async ({ body, request, reply }): Promise<PaymentResult> => {
    const offerId = assertComplete(body);
    const key = idempotencyKeyOf(request);
    const user = await readUser(request).catch(() => null);
    const visitor = visitorOf(context, request, reply, user);
    const { row, isMine } = await takeKey(context, 'process-card', key, body, lockMs(context));
    if (!isMine || row.payment_id) return paymentAnswer(await answerOfKey(context, row));
    try {
      const payment = await authoriseCard(context, {
        offerId,
        seats: body.seats,
        amount: body.amount,
        currency: body.currency,
        card: body.cardDetails,
        paymentMethodId: body.paymentMethodId,
        brand: brandOf(request.headers['x-brand']),
        visitor,
        keyId: row.id,
      });
      await finishKey(context, row.id);
      return paymentAnswer(payment);
    } catch (error) {
      const failure = toAppError(error);
      await (isPassing(failure) ? dropKey(context, row.id) : finishKey(context, row.id, failure));
      throw failure;
    }
  });
}

/** The edge says which brand a request is for. */
export const brandOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && header !== '' ? header : 'default';
