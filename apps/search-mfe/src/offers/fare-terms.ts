import {
  freeCancellation,
  getBagsBySlice,
  getFirstPeriod,
  refundTerms,
  type IncludedBags,
  type Offer,
} from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';

/** "1 cabin, 2 checked bags"; empty without a bag. */
function formatCounts({ cabin, checked }: IncludedBags): string {
  const last = checked || cabin;
  const counts = [cabin && `${cabin} cabin`, checked && `${checked} checked`].filter(Boolean);
  return last === 0 ? '' : `${counts.join(', ')} ${last === 1 ? 'bag' : 'bags'}`;
}

const noBags: IncludedBags = { cabin: 0, checked: 0 };

/** "1 cabin, 2 checked bags", and where the slices differ "Out: 1 cabin bag; back: 1 cabin, 2 checked bags". (LIST-02) */
function formatBags(offer: Offer): string {
  const [outbound, inbound = outbound] = getBagsBySlice(offer).map(formatCounts);
  if (outbound === inbound) return outbound || 'No bag included';
  return `Out: ${outbound || 'no bag'}; back: ${inbound || 'no bag'}`;
}

/** The checked bags, or else the cabin bags. */
function shortenBags(offer: Offer): string {
  const [outbound = noBags, inbound = outbound] = getBagsBySlice(offer);
  if (outbound.checked !== inbound.checked) return 'Bags differ';
  if (outbound.checked > 0) return `${outbound.checked} checked`;
  if (outbound.cabin !== inbound.cabin) return 'Bags differ';
  if (outbound.cabin === 0) return 'No bag';
  return outbound.cabin === 1 ? 'Cabin bag' : `${outbound.cabin} cabin bags`;
}

type Term = Omit<FareTerm, 'kind'>;

function describeChanges({ conditions }: Offer): Term {
  const { changeable, change_penalty_amount: fee, change_penalty_currency: currency } = conditions;
  if (changeable === null) return { text: 'Changes not stated', short: 'Changes: ask' };
  if (!changeable) return { text: 'No changes' };
  if (fee === null) return { text: 'Changes, fees may apply', short: 'Change + fee' };
  if (Number(fee) === 0) return { text: 'Free changes' };
  return { text: `Changes +${formatPrice(fee, currency)}` };
}

function describeRefund(offer: Offer): Term {
  const terms = refundTerms(offer);
  switch (terms.kind) {
    case 'unknown':
      return { text: 'Refund not stated', short: 'Refund: ask' };
    case 'none':
      return getFirstPeriod(offer, new Date(offer.created_at)).isFree
        ? { text: `No refund after ${freeCancellation.hours} hours`, short: 'No refund' }
        : { text: 'No refund' };
    case 'credit':
    case 'credit_possible':
      return { text: 'Refund or credit', short: 'Or credit' };
    case 'full':
      return { text: 'Full refund' };
    case 'fee_unknown':
      return { text: 'Refund, fee not stated', short: 'Refund − fee' };
    case 'less_fee':
      return { text: `Refund −${formatPrice(terms.fee, terms.feeCurrency)}` };
  }
}

export interface FareTerm {
  kind: 'bags' | 'changes' | 'refund';
  text: string;
  /** The text in about 12 characters, where it has more without a price. */
  short?: string;
}

/** Bags, changes and refund of a fare in a few words each, to compare it with other fares. (LIST-02) */
export const getFareTerms = (offer: Offer): FareTerm[] => [
  { kind: 'bags', text: formatBags(offer), short: shortenBags(offer) },
  { kind: 'changes', ...describeChanges(offer) },
  { kind: 'refund', ...describeRefund(offer) },
];

/** The terms in one line, with "Rules not stated" for an airline that states none. */
export const describeFareTerms = (offer: Offer): string =>
  (offer.conditions.changeable === null && refundTerms(offer).kind === 'unknown'
    ? [formatBags(offer), 'Rules not stated']
    : getFareTerms(offer).map(({ text }) => text)
  ).join(' · ');

/** What a card has room for beside a button. */
const maxLineLength = 44;

/** The terms in one line of a card: in fewer words where they are long. */
export function shortenFareTerms(offer: Offer): string {
  const line = describeFareTerms(offer);
  if (line.length <= maxLineLength) return line;
  return getFareTerms(offer)
    .map(({ text, short = text }) => short)
    .join(' · ');
}
