import { describeCard } from '../payments/card-brand.ts';
import type { AirlineCredit, BookingRefund } from './booking.schema.ts';
import type { RefundShare } from './refund-share.schema.ts';
import { failedRefundIsMailed, refundedLater } from '../promises/refunds.ts';

interface RefundFormats {
  price: (amount: string, currency: string) => string;
  date: (date: string) => string;
}

/** What a refund of support means for a later cancellation. (REFUND-02) */
function describeAdvance(
  { amount, currency }: BookingRefund,
  advance: string,
  { price }: RefundFormats,
): string {
  if (Number(advance) === 0)
    return 'It is not taken off what comes back if you cancel, but in all no more comes back than you paid.';
  const part = Number(advance) === Number(amount) ? 'It' : `${price(advance, currency)} of it`;
  return `${part} is paid in advance: it is taken off what comes back if you cancel.`;
}

function describeShare(
  { amount, card, state, expected_on }: RefundShare,
  currency: string,
  formats: RefundFormats,
  besides = '',
): string {
  const price = formats.price(amount, currency);
  const date = formats.date(expected_on);
  const target = card ? `your ${describeCard(card)}` : 'the card that you paid with';
  switch (state) {
    case 'none':
      return 'The airline keeps the whole price of this fare, so nothing comes back.';
    case 'pending':
      return `${price} is being refunded to ${target}, expected by ${date}${besides}.`;
    case 'paid':
      return `${price} was refunded to ${target}${besides}. Your bank shows it by ${date} at the latest, in most cases.`;
    case 'owed':
      return `The airline has cancelled these flights, so ${price} is owed to you${besides}. ${refundedLater(target)}`;
    case 'failed':
      return `The refund of ${price} to ${target} has failed, so it is still owed to you${besides}. ${failedRefundIsMailed}`;
    case 'disputed':
      return `A payment of this trip is disputed at the bank. Once that is decided, ${price} is refunded to ${target}, unless the bank has given it back${besides}.`;
    case 'by_bank':
      return `The bank has given the payment back after a dispute, so nothing more is refunded${besides}.`;
    case 'review':
      return `${price} could not be refunded to ${target}, because no payment has so much left${besides}. We are looking at it.`;
  }
}

/** What became of money that comes back, a sentence for each share: of a booking or of a change, on screens and in mails. (REFUND-04) */
export const describeRefundShares = (
  shares: readonly RefundShare[],
  currency: string,
  formats: RefundFormats,
): string[] => shares.map((share) => describeShare(share, currency, formats));

function describeState(refund: BookingRefund, formats: RefundFormats): string[] {
  const { currency, returned_amount: returned, shares, credits } = refund;
  if (shares) return describeRefundShares(shares, currency, formats);
  if (refund.state === 'none' && credits?.length)
    return ['The airline gives credit for this fare and no money.'];
  const besides = returned === null ? '' : `, besides the refund of ${formats.price(returned, currency)}`;
  return [describeShare(refund, currency, formats, besides)];
}

/** An airline's credit in a sentence. (REFUND-04) */
export function describeAirlineCredit(credit: AirlineCredit, { price, date }: RefundFormats): string {
  const { name, code, amount, currency, passenger, expires_on } = credit;
  const details = [name, code && `code ${code}`, passenger && `for ${passenger}`].filter(Boolean).join(', ');
  const until = expires_on
    ? `It can be used until ${date(expires_on)}.`
    : 'Ask the airline until when it can be used.';
  return `The airline’s credit for a later flight: ${price(amount, currency)}${details && ` (${details})`}. ${until}`;
}

/** What became of a refund, in the same sentences on every screen and in every mail; none depends on a case of support. (REFUND-02) */
export const describeBookingRefund = (refund: BookingRefund, formats: RefundFormats): string[] => [
  ...describeState(refund, formats),
  ...(refund.bank_amount && refund.state !== 'by_bank'
    ? [
        `The bank has given ${formats.price(refund.bank_amount, refund.currency)} of the payment back after a dispute.`,
      ]
    : []),
  ...(refund.credits ?? []).map((credit) => describeAirlineCredit(credit, formats)),
  ...(refund.advance_amount === null ? [] : [describeAdvance(refund, refund.advance_amount, formats)]),
];
