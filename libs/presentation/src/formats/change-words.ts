import {
  describeCard,
  formatMinor,
  parseMinor,
  type AirlineChange,
  type BookingChange,
  type BookingData,
  type ChangeOffer,
} from '@fareline/contracts';
import { changeResultIsMailed } from '@fareline/contracts/promises';
import { formatDateFull, formatDateWithWeekday, today } from './local-time.ts';
import { formatPriceWithCode } from './price.ts';

/** How sentences about money back write prices and days. */
export const refundFormats = {
  price: formatPriceWithCode,
  date: formatDateFull,
};

type ChangePrice = Pick<
  ChangeOffer,
  'charge_amount' | 'credit_amount' | 'currency' | 'penalty_amount' | 'refund_amount'
>;

const isPaid = (amount: string) => Number(amount) > 0;

/** What a change costs in minor units; below zero where something comes back. */
export function getChangeCost({
  charge_amount,
  refund_amount,
  credit_amount,
  currency,
}: ChangePrice): number {
  const [charge = 0, refund = 0, credit = 0] = [charge_amount, refund_amount, credit_amount].map(
    (amount) => parseMinor(amount, currency) ?? 0,
  );
  return charge - refund - credit;
}

/** What a change costs or gives back, with the airline's fee where it is known. (TRIP-03) */
export function describeChangeCost(price: ChangePrice): string {
  const { charge_amount, refund_amount, credit_amount, currency, penalty_amount } = price;
  const format = (amount: string) => refundFormats.price(amount, currency);
  const fee = penalty_amount !== null && isPaid(penalty_amount) ? format(penalty_amount) : undefined;
  const lessFee = fee ? `, after the airline’s fee of ${fee}` : '';
  if (isPaid(charge_amount))
    return `You pay ${format(charge_amount)}${fee ? `, the airline’s fee of ${fee} included` : ''}`;
  if (isPaid(refund_amount)) return `${format(refund_amount)} comes back to your card${lessFee}`;
  if (isPaid(credit_amount))
    return `The airline gives ${format(credit_amount)} as credit for a later flight, and nothing to your card${lessFee}`;
  return 'No extra cost';
}

/** The difference in fare and the airline's fee; empty where the airline does not say its fee. (TRIP-03) */
export function listChangeParts(price: ChangePrice): { label: string; amount: string }[] {
  const { currency, penalty_amount: penalty } = price;
  if (penalty === null) return [];
  const difference = getChangeCost(price) - (parseMinor(penalty, currency) ?? 0);
  return [
    { label: 'Difference in fare', amount: formatMinor(difference, currency) },
    { label: 'Airline’s fee', amount: penalty },
  ];
}

/** The seats and bags that are lost with the slices that are given up; undefined without any. (TRIP-03) */
export function describeLostExtras(
  { slices, seats, bags }: Pick<BookingData, 'bags' | 'seats' | 'slices'>,
  removed: readonly number[],
): string | undefined {
  const lost = removed.flatMap((index) => slices[index]?.segments.map(({ id }) => id) ?? []);
  const kinds = [
    seats.some((seat) => lost.includes(seat.segment_id)) && 'seats',
    bags.some((bag) => bag.segment_ids.some((id) => lost.includes(id))) && 'bags',
  ].filter(Boolean);
  if (kinds.length === 0) return undefined;
  return `Your ${kinds.join(' and ')} on these flights are given up: the airline does not move them, and gives back nothing for them but what the price says.`;
}

/** Until when the airline waits for an answer to its change. (TRIP-05) */
export function describeAnswerBy({ answer_by, is_cancelled }: AirlineChange): string {
  const day = formatDateWithWeekday(answer_by);
  if (is_cancelled) return `Please answer by ${day}.`;
  return answer_by < today()
    ? `The day to answer was ${day}. The airline may have less to offer now.`
    : `Please answer by ${day}. Later the airline may have less to offer.`;
}

const changeNames = { flights: 'Flight change', bags: 'Bags added' };

function describeOutcome(change: BookingChange): string {
  const { state, charge_amount, refund_amount, credit_amount, settled_amount, currency, card } = change;
  const format = (amount: string) => refundFormats.price(amount, currency);
  const target = card
    ? `your ${describeCard(card)}`
    : isPaid(refund_amount)
      ? 'the cards that you paid with'
      : 'your card';
  if (state === 'under_way') return `waiting for the airline. ${changeResultIsMailed}`;
  if (state === 'review') return `we are looking at it. ${changeResultIsMailed}`;
  if (state === 'failed')
    return change.failure ? `not made. ${change.failure}` : 'not made, and nothing was charged.';
  if (settled_amount && isPaid(settled_amount))
    return `${format(settled_amount)} was settled with us in another way.`;
  if (isPaid(charge_amount)) return `${format(charge_amount)} was paid with ${target}.`;
  if (isPaid(refund_amount))
    return change.is_refund_failed
      ? `the refund of ${format(refund_amount)} to ${target} has failed, so it is still owed to you. We are looking at it.`
      : `${format(refund_amount)} comes back to ${target}.`;
  if (isPaid(credit_amount))
    return `the airline gives ${format(credit_amount)} as credit for a later flight.`;
  return 'no extra cost.';
}

/** A change that was agreed, with what became of it: "Flight change, Nov 27, 2026: no extra cost." (TRIP-03, TRIP-04) */
export const describeChange = (change: BookingChange): string =>
  `${changeNames[change.kind]}, ${formatDateFull(change.created_at.slice(0, 10))}: ${describeOutcome(change)}`;
