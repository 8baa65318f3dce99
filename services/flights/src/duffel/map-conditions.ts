import { isCreditPossible, type Conditions } from '@fareline/contracts';
import { parseExtraPrice } from './extra-price.ts';
import type { RawCarrier, RawConditions } from './raw-offer.ts';

type RawCondition = NonNullable<RawConditions>['refund_before_departure'];

/** A penalty is returned only if the change or refund is allowed and the amount is valid. */
function readPenalty(condition: RawCondition): { amount: string | null; currency: string | null } {
  const { allowed, penalty_amount: amount, penalty_currency: currency } = condition ?? {};
  return allowed && amount && currency && parseExtraPrice(amount, currency) !== undefined
    ? { amount, currency }
    : { amount: null, currency: null };
}

/** Null: not specified by the airline. A cancellation option exists only if a refund is allowed. (PROVIDER-09, PROVIDER-10) */
export function mapConditions(raw: RawConditions, owner: RawCarrier): Conditions {
  const refund = raw?.refund_before_departure ?? null;
  const change = raw?.change_before_departure ?? null;
  const refundPenalty = readPenalty(refund);
  const changePenalty = readPenalty(change);
  return {
    refundable: refund?.allowed ?? null,
    refund_penalty_amount: refundPenalty.amount,
    refund_penalty_currency: refundPenalty.currency,
    ...(isCreditPossible(owner?.iata_code, refund?.allowed ?? null) && { credit_possible: true }),
    changeable: change?.allowed ?? null,
    change_penalty_amount: changePenalty.amount,
    change_penalty_currency: changePenalty.currency,
    cancellation_options: refund?.allowed
      ? [
          {
            type: 'refund_before_departure',
            penalty_amount: refundPenalty.amount,
            penalty_currency: refundPenalty.currency,
          },
        ]
      : [],
  };
}
