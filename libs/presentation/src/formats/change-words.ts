import {
  describeCard,
  describeRefundShares,
  formatBag,
  formatBagRoute,
  formatFare,
  formatMinor,
  formatPassengerName,
  listChangedSlices,
  listFareRules,
  listConnectionProblems,
  listGivenUp,
  listLostExtras,
  parseMinor,
  type AirlineChange,
  type BookingChange,
  type BookingData,
  type CancellationMoment,
  type ChangeOffer,
  type ChangeTerms,
  type FareRule,
  type Slice,
} from '@fareline/contracts';
import { changeResultIsMailed } from '@fareline/contracts/promises';
import { formatDateFull, formatDateWithWeekday, today } from './local-time.ts';
import { formatPrice, formatPriceWithCode } from './price.ts';

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

type Travelling = Pick<BookingData, 'passengers' | 'total_currency'>;

/**
 * The rules of flights that a change gives up or brings, each in a sentence. What comes back of the whole trip is not known of a part of
 * it, so fees are named and no sums. (RULE-02, RULE-03)
 */
export function listChangeRules(
  { slices, conditions }: Pick<ChangeOffer, 'conditions' | 'slices'>,
  { passengers, total_currency }: Travelling,
  moment: CancellationMoment,
): FareRule[] {
  const known = slices.every(({ included_bags }) => included_bags);
  const sold = { slices, conditions, passengers, total_currency, total_amount: '' };
  const rules = listFareRules({ ...sold, included_bags: { cabin: 0, checked: 0 } }, moment, formatPrice);
  return known ? rules : rules.map((rule) => (rule.kind === 'bags' ? { ...rule, text: bagsNotSaid } : rule));
}

const bagsNotSaid = 'The airline does not say which bags are included';

type GivenUp = Pick<ChangeTerms, 'bags' | 'seats'>;

const findName = ({ passengers }: Travelling, id: string): string => {
  const passenger = passengers.find((each) => each.id === id);
  return passenger ? ` of ${formatPassengerName(passenger)}` : '';
};

/** "seat 12C of Ada Lovelace on BA100 ($29)", "1 checked bag of Ada Lovelace, JFK to LHR ($35)". */
function listItems({ seats, bags }: GivenUp, slices: readonly Slice[], trip: Travelling): string[] {
  const segments = slices.flatMap((slice) => slice.segments);
  const price = (amount: string | undefined) =>
    amount !== undefined && isPaid(amount) ? ` (${formatPrice(amount, trip.total_currency)})` : '';
  return [
    ...seats.map(({ passenger_id, segment_id, designator, amount }) => {
      const flight = segments.find(({ id }) => id === segment_id)?.flight_number;
      return `seat ${designator}${findName(trip, passenger_id)}${flight ? ` on ${flight}` : ''}${price(amount)}`;
    }),
    ...bags.map((bag) => {
      const route = formatBagRoute(slices, bag.segment_ids);
      return `${formatBag(bag, bag.quantity)}${findName(trip, bag.passenger_id)}${route && `, ${route}`}${price(bag.amount)}`;
    }),
  ];
}

/**
 * What was bought for the old flights and goes with them, and whether its money comes back; undefined without any. `slices` are the old
 * flights. (RULE-02)
 */
export function describeGivenUp(
  givenUp: GivenUp | null,
  slices: readonly Slice[],
  trip: Travelling,
): string | undefined {
  if (!givenUp) return undefined;
  const items = listItems(givenUp, slices, trip);
  if (items.length === 0) return undefined;
  const currency = trip.total_currency;
  const paid = [...givenUp.seats, ...givenUp.bags].reduce(
    (sum, { amount }) => sum + (parseMinor(amount ?? '', currency) ?? 0),
    0,
  );
  const them = items.length === 1 ? 'it' : 'them';
  const money =
    paid === 0
      ? ''
      : ` The ${refundFormats.price(formatMinor(paid, currency), currency)} paid for ${them} does not come back with the change: its price is all that is paid or comes back.`;
  return `Given up with the old flights: ${items.join('; ')}. The airline does not move ${them} to the new ones.${money}`;
}

/** What stands before a change of flights and after it. */
interface ComparedLine {
  label: string;
  before: string;
  after: string;
}

const ruleLabels: Record<FareRule['kind'], string> = {
  bags: 'Bags included',
  changes: 'Changes',
  refund: 'Cancelling',
};

const capitalise = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** Fare, rules, seats and bags of the old and the new flights of a change, side by side. (RULE-02) */
export function compareChange(
  { removed_slices, slices, terms }: Pick<BookingChange, 'removed_slices' | 'slices' | 'terms'>,
  trip: Travelling,
  moment: CancellationMoment,
): ComparedLine[] {
  if (!terms) return [];
  const { earlier_conditions, conditions, seats, bags } = terms;
  const before = listChangeRules({ slices: removed_slices, conditions: earlier_conditions }, trip, moment);
  const after = listChangeRules({ slices, conditions }, trip, moment);
  const toBought = (label: string, givenUp: GivenUp) => ({
    label,
    before: capitalise(listItems(givenUp, removed_slices, trip).join('; ')),
    after: 'Given up',
  });
  return [
    {
      label: 'Fare',
      before: formatFare(removed_slices) || 'Not named',
      after: formatFare(slices) || 'Not named',
    },
    ...before.map(({ kind, text }, index) => ({
      label: ruleLabels[kind],
      before: text,
      after: after[index]?.text ?? '',
    })),
    ...(seats.length > 0 ? [toBought('Seats', { seats, bags: [] })] : []),
    ...(bags.length > 0 ? [toBought('Bags bought', { seats: [], bags })] : []),
  ];
}

/**
 * What was chosen for flights that the airline has changed, of which it does not say whether it keeps it; undefined without any.
 * (RULE-02)
 */
export function describeUncertainExtras(trip: BookingData): string | undefined {
  const { now } = listChangedSlices(trip);
  if (!trip.earlier_slices) return undefined;
  const changed = now.map((slice) => trip.slices.indexOf(slice));
  const items = listItems(listGivenUp(trip, changed), trip.slices, trip);
  return items.length === 0
    ? undefined
    : `You have chosen for these flights: ${items.join('; ')}. The airline does not say whether it keeps that on the new ones. Please look on its site, and call us if something that you paid for is gone.`;
}

/** What was chosen for flights in whose place the airline has put others without it. (RULE-02) */
function listLosses(trip: BookingData): string[] {
  const items = listItems(listLostExtras(trip), trip.earlier_slices ?? [], trip);
  return items.length === 0
    ? []
    : [
        `Not on your flights any more, as far as the airline says: ${items.join('; ')}. Please call us about what you paid for ${items.length === 1 ? 'it' : 'them'}.`,
      ];
}

/** What a change by the airline has broken, a sentence each, also once it was accepted. (TRIP-05, RULE-02) */
export const listAirlineChangeProblems = (trip: BookingData): string[] => [
  ...listConnectionProblems(trip),
  ...listLosses(trip),
];

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
  const target = card ? `your ${describeCard(card)}` : 'your card';
  if (state === 'under_way') return `waiting for the airline. ${changeResultIsMailed}`;
  if (state === 'review') return `we are looking at it. ${changeResultIsMailed}`;
  if (state === 'failed')
    return change.failure ? `not made. ${change.failure}` : 'not made, and nothing was charged.';
  if (settled_amount && isPaid(settled_amount))
    return `${format(settled_amount)} was settled with us in another way.`;
  if (isPaid(charge_amount)) return `${format(charge_amount)} was paid with ${target}.`;
  if (isPaid(refund_amount))
    return describeRefundShares(change.refund_shares, currency, refundFormats).join(' ');
  if (isPaid(credit_amount))
    return `the airline gives ${format(credit_amount)} as credit for a later flight.`;
  return 'no extra cost.';
}

/** A change that was agreed, with what became of it: "Flight change, Nov 27, 2026: no extra cost." (TRIP-03, TRIP-04) */
export const describeChange = (change: BookingChange): string =>
  `${changeNames[change.kind]}, ${formatDateFull(change.created_at.slice(0, 10))}: ${describeOutcome(change)}`;
