import { refundTerms, type Offer } from '@fareline/contracts';
import { formatPrice } from '../formats/price.ts';

/**
 * The refund after a cancellation of what costs `total_amount`, as a sentence; undefined for a non-refundable fare. (OFFER-12, REFUND-02)
 */
export function describeRefund(
  sold: Pick<Offer, 'conditions' | 'total_amount' | 'total_currency'>,
): string | undefined {
  const terms = refundTerms(sold);
  switch (terms.kind) {
    case 'none':
      return undefined;
    case 'unknown':
      return 'The airline does not say whether this fare can be refunded';
    case 'fee_unknown':
      return 'Refundable fare - the airline does not say what fee it keeps';
    case 'full':
      return 'Refundable fare - you can cancel for a full refund';
    case 'less_fee':
      return `Refundable fare - ${describeFee(terms)}`;
  }
}

function describeFee({
  fee,
  feeCurrency,
  refund,
}: {
  fee: string;
  feeCurrency: string;
  refund: string | null;
}) {
  const price = formatPrice(fee, feeCurrency);
  if (refund === null) return `if you cancel, the airline keeps a fee of ${price} and the rest comes back`;
  // The airline's fee is limited to what it was paid, which is less than the price.
  if (Number(refund) === 0) return `the airline’s fee of ${price} can be as high as the price`;
  return `if you cancel, the airline keeps a fee of ${price} and ${formatPrice(refund, feeCurrency)} comes back`;
}
