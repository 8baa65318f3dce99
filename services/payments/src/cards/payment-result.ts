import { formatMinor, type AttemptLimit, type ErrorCode, type PaymentResult } from '@fareline/contracts';
import { errorCodes } from '@fareline/contracts/errors';
import { AppError } from '@fareline/service-kit/app-error';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../access/visitor.ts';
import { describeTriesLeft, refusedCard } from './attempt-limits.ts';
import type { Payment } from './payment.repository.ts';

const isErrorCode = (code: string | null): code is ErrorCode =>
  code !== null && (errorCodes as readonly string[]).includes(code);

/** Brand and last four digits, the only card data shown to the traveller; of a wallet the brand only. (CONFIRM-04) */
export const getCardSummary = ({
  card_brand: brand,
  card_last4: last4,
}: Pick<Payment, 'card_brand' | 'card_last4'>) => (brand && last4 !== null ? { brand, last4 } : null);

export function toPaymentResult(payment: Payment): PaymentResult {
  const card = getCardSummary(payment);
  return {
    success: true,
    paymentId: payment.id,
    amount: formatMinor(payment.amount_minor, payment.currency),
    currency: payment.currency,
    ...(card ? { card } : {}),
  };
}

export function toPaymentError(payment: Payment): AppError {
  const code = isErrorCode(payment.failure_code) ? payment.failure_code : 'PAYMENT_FAILED';
  const wasInterrupted = payment.failure_code === null;
  const message = wasInterrupted
    ? 'The payment did not come through. Nothing was charged. Please enter the card again.'
    : (payment.failure_message ?? undefined);
  const isCardRefused = code === refusedCard.code;
  return new AppError(code, {
    ...(message ? { message } : {}),
    ...(isCardRefused && {
      retryAfterSeconds: refusedCard.retryAfterSeconds,
      limit: refusedCard.limit,
      details: { limit: 'card' satisfies AttemptLimit },
    }),
  });
}

/** Such as to use another card. */
const advice = / Please [^.]*\./;

/** The reason as it is told to who pays, with the tries that are left after a decline; without advice that needs a try when none is. */
export async function toDeclineError(deps: Deps, payment: Payment, visitor: Visitor): Promise<AppError> {
  const error = toPaymentError(payment);
  const isDecline = error.code === 'PAYMENT_FAILED' || error.code === 'CARD_CHALLENGE_FAILED';
  const left =
    isDecline && (await describeTriesLeft(deps, visitor, payment.requested_offer_id ?? payment.purchase_id));
  if (!left) return error;
  const reason = left.isNone ? error.message.replace(advice, '') : error.message;
  return new AppError(error.code, { message: `${reason} ${left.text}` });
}
