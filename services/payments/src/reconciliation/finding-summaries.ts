import type { FindingKind } from './compare-ledger.ts';

/** What a difference means, in a sentence for an operator. */
export const findingSummaries: Record<FindingKind | 'order_services', string> = {
  authorisation_left: 'A card is held for a booking that was not made, and the hold could not be released.',
  payment_unknown: 'The card provider has a payment of ours that is in no table.',
  payment_state: 'The card provider has another state of a payment than recorded.',
  intent_id: 'The card provider has money for a payment that is recorded with another intent.',
  captured_without_booking: 'A card was charged without a confirmed booking.',
  capture_missing: 'A booking that counts as paid is not paid at the card provider.',
  capture_amount: 'The card was charged another amount than agreed.',
  booking_unknown: 'Both providers have a booking of ours, its order and its payment, that is in no table.',
  booking_state: 'Both providers have the order and the payment of a booking that counts as ended or open.',
  order_unknown: 'The airline has an order of ours that is in no table.',
  order_id: 'The airline has the order of a confirmed booking that is recorded with another order.',
  order_without_booking: 'The airline has an order for a booking that failed or was cancelled.',
  order_missing: 'The airline does not know the order of a confirmed booking.',
  order_cancelled: 'The order of a confirmed booking is cancelled at the airline.',
  order_amount: 'The order has another amount than recorded.',
  order_services: 'The order has bags that its booking has not.',
  refund_unknown: 'The card provider has a refund that is in no table.',
  refund_id: 'The card provider has a refund of ours with another id than recorded.',
  refund_missing: 'The refund of a cancelled booking does not exist at the card provider.',
  refund_amount: 'The refund has another amount than recorded.',
  refund_state: 'The card provider says another state of a refund than recorded.',
};
