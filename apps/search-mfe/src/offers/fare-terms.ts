import { getBagsBySlice, refundTerms, type IncludedBags, type Offer } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';

/** "1 cabin, 2 checked bags"; empty without a bag. */
function formatCounts({ cabin, checked }: IncludedBags): string {
  const last = checked || cabin;
  const counts = [cabin && `${cabin} cabin`, checked && `${checked} checked`].filter(Boolean);
  return last === 0 ? '' : `${counts.join(', ')} ${last === 1 ? 'bag' : 'bags'}`;
}

const noBags: IncludedBags = { cabin: 0, checked: 0 };

/** The number of these bags in both directions, or in each where they differ; none for 0. */
function formatDirections(kind: keyof IncludedBags, outbound: IncludedBags, inbound: IncludedBags) {
  const [out, back] = [outbound[kind], inbound[kind]];
  const parts =
    out === back
      ? [{ count: out, kind, direction: '' }]
      : [
          { count: out, kind, direction: ' out' },
          { count: back, kind, direction: ' back' },
        ];
  return parts.filter(({ count }) => count > 0);
}

/** "1 cabin, 2 checked bags", and where the slices differ "1 cabin bag, 2 checked back". (LIST-02) */
function formatBags(offer: Offer): string {
  const [outbound = noBags, inbound = outbound] = getBagsBySlice(offer);
  const parts = (['cabin', 'checked'] as const).flatMap((kind) => formatDirections(kind, outbound, inbound));
  if (parts.every(({ direction }) => direction === '')) return formatCounts(outbound) || 'No bag included';
  return parts
    .map(({ count, kind, direction }, index) => {
      const noun = index > 0 ? '' : count === 1 ? ' bag' : ' bags';
      return `${count} ${kind}${noun}${direction}`;
    })
    .join(', ');
}

function formatChanges({ conditions }: Offer): string {
  const { changeable, change_penalty_amount: fee, change_penalty_currency: currency } = conditions;
  if (changeable === null) return 'Changes not stated';
  if (!changeable) return 'No changes';
  if (fee === null) return 'Changes, fees may apply';
  return Number(fee) === 0 ? 'Free changes' : `Changes +${formatPrice(fee, currency)}`;
}

function formatRefund(offer: Offer): string {
  const terms = refundTerms(offer);
  switch (terms.kind) {
    case 'unknown':
      return 'Refund not stated';
    case 'none':
      return 'No refund';
    case 'full':
      return 'Full refund';
    case 'fee_unknown':
      return 'Refund, fee not stated';
    case 'less_fee':
      return `Refund −${formatPrice(terms.fee, terms.feeCurrency)}`;
  }
}

/** Bags, changes and refund of a fare in a few words each, to compare it with other fares. */
export const describeFareTerms = (offer: Offer): string[] =>
  offer.conditions.changeable === null && refundTerms(offer).kind === 'unknown'
    ? [formatBags(offer), 'Rules not stated']
    : [formatBags(offer), formatChanges(offer), formatRefund(offer)];
