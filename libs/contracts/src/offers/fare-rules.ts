import { describeIncludedBags, getBagsBySlice } from './bags.ts';
import { isRefundable, refundTerms } from './refund.ts';

/** What was sold, or will be, for `total_amount`. */
type Sold = Parameters<typeof refundTerms>[0] &
  Parameters<typeof describeIncludedBags>[0] & { passengers: readonly { type: string }[] };

type FormatPrice = (amount: string, currency: string) => string;

export interface FareRule {
  kind: 'bags' | 'changes' | 'refund';
  text: string;
  /** Whether it is in the traveller's favour. */
  isPositive: boolean;
}

function describeFee(fee: string, refund: string | null, format: (amount: string) => string): string {
  if (refund === null)
    return `if you cancel, the airline keeps a fee of ${format(fee)} and the rest comes back`;
  // The airline's fee is limited to what it was paid, which is less than the price.
  if (Number(refund) === 0) return `the airline’s fee of ${format(fee)} can be as high as the price`;
  return `if you cancel, the airline keeps a fee of ${format(fee)} and ${format(refund)} comes back`;
}

function describeRefund(sold: Sold, format: FormatPrice): string {
  const terms = refundTerms(sold);
  switch (terms.kind) {
    case 'none':
      return 'No refund - if you cancel, nothing comes back';
    case 'unknown':
      return 'The airline does not say whether this fare can be refunded';
    case 'fee_unknown':
      return 'Refundable fare - the airline does not say what fee it keeps';
    case 'credit':
      return 'No money back - if you cancel, the airline gives credit for a later flight, and nothing to your card';
    case 'credit_possible':
      return 'Refundable fare - if you cancel, the airline says whether it gives back money or credit for a later flight';
    case 'full':
      return 'Refundable fare - you can cancel for a full refund';
    case 'less_fee':
      return `Refundable fare - ${describeFee(terms.fee, terms.refund, (amount) => format(amount, terms.feeCurrency))}`;
  }
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

/** The rules of a fare, each in a sentence for every case: included bags, changes, refund. (OFFER-12, REFUND-02, PROMISE-03) */
export const listFareRules = (sold: Sold, format: FormatPrice): FareRule[] => [
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
    text: describeRefund(sold, format),
    isPositive: isRefundable(sold.conditions) && !sold.refunded_as_credit,
  },
];
