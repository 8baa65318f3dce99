import { describeCancellation, type CancellationMoment } from './cancellation.ts';
import { describeIncludedBags, getBagsBySlice } from '../offers/bags.ts';
import { isRefundable } from '../offers/refund.ts';

/** What was sold, or will be, for `total_amount`. */
type Sold = Parameters<typeof describeCancellation>[0] &
  Parameters<typeof describeIncludedBags>[0] & { passengers: readonly { type: string }[] };

type FormatPrice = (amount: string, currency: string) => string;

export interface FareRule {
  kind: 'bags' | 'changes' | 'refund';
  text: string;
  /** Whether it is in the traveller's favour. */
  isPositive: boolean;
}

function describeChanges({ conditions }: Sold, format: FormatPrice): string {
  const { changeable, change_penalty_amount: fee, change_penalty_currency: currency } = conditions;
  if (changeable === null) return 'The airline does not say whether this fare can be changed';
  if (!changeable) return 'No changes - the flights of this fare cannot be changed';
  if (fee === null || currency === null) return 'Changes allowed, fees may apply';
  return Number(fee) === 0
    ? 'Free changes - the airline asks no fee'
    : `Changes allowed, fees may apply - the airline’s is ${format(fee, currency)}`;
}

/**
 * The rules of a fare at a time, each in a sentence for every case: included bags, changes, refund. An offer is its own `moment`.
 * (OFFER-12, REFUND-02, PROMISE-03, RULE-04)
 */
export const listFareRules = (sold: Sold, moment: CancellationMoment, format: FormatPrice): FareRule[] => [
  {
    kind: 'bags',
    text: describeIncludedBags(sold, sold.passengers),
    isPositive: getBagsBySlice(sold).some(({ cabin, checked }) => cabin + checked > 0),
  },
  {
    kind: 'changes',
    text: describeChanges(sold, format),
    isPositive: sold.conditions.changeable === true,
  },
  {
    kind: 'refund',
    text: describeCancellation(sold, moment, format),
    isPositive: isRefundable(sold.conditions) && !sold.refunded_as_credit,
  },
];
