import type { Offer } from '@fareline/contracts';
import { fromNow } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import { countCardsOfTraveller } from '../cards/cards-of-traveller.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { PaymentsConfig } from '../config.ts';
import type { Database, OrderPassenger } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { isLastMinuteOneWay } from '../offers/last-minute.ts';
import { closeBookingCases, openBookingCase } from '../review-cases/review-case.repository.ts';
import type { Step } from '../steps/step.ts';
import {
  insertOutboxEvents,
  serialiseFailure,
  transitionBooking,
  type Booking,
} from './booking.repository.ts';

/** The review must end before the offer does, so that support never decides on flights that are gone. */
const offerMarginMs = 2 * 60_000;

/** The text blames neither card nor airline, because neither has refused. */
export const declinedFailure = {
  code: 'BOOKING_REFUSED',
  message: 'We could not accept this booking, so nothing was booked or charged.',
};

interface RiskFacts {
  riskLevel: string | null;
  isAuthenticated: boolean;
  cards: number;
  isLastMinuteOneWay: boolean;
}

/** Why a person decides before the order, each in a sentence for support; none for an ordinary booking. */
export const assessRisk = (
  { riskLevel, isAuthenticated, cards, isLastMinuteOneWay }: RiskFacts,
  { CARDS_PER_TRAVELLER }: Pick<PaymentsConfig, 'CARDS_PER_TRAVELLER'>,
): string[] => [
  ...(riskLevel === 'elevated' || riskLevel === 'highest'
    ? [`The card provider rates the risk of the payment as ${riskLevel}.`]
    : []),
  ...(cards >= CARDS_PER_TRAVELLER
    ? [`The email address or a passenger has booked with ${cards} cards in a day.`]
    : []),
  ...(isLastMinuteOneWay && !isAuthenticated
    ? ['The trip is one way and departs soon, and the bank did not check who paid.']
    : []),
];

/** The risks of a booking that is about to be committed, with the cards of its travellers by then. */
export async function findRisks(
  trx: Database,
  { hasher, config }: Deps,
  payment: Payment,
  offer: Pick<Offer, 'slices'>,
  travellers: { email: string; passengers: readonly OrderPassenger[] },
): Promise<string[]> {
  const facts = {
    riskLevel: payment.risk_level,
    isAuthenticated: payment.is_authenticated,
    cards: await countCardsOfTraveller(trx, { hasher }, payment.card_hash, travellers),
    isLastMinuteOneWay: isLastMinuteOneWay(offer, config.LAST_MINUTE_MS),
  };
  return assessRisk(facts, config);
}

/** Columns of a booking that waits for a person until it is due, by the database's clock. */
export const toRiskReview = (
  { RISK_REVIEW_MS }: PaymentsConfig,
  { expires_at }: Pick<Offer, 'expires_at'>,
) => ({
  state: 'risk_review' as const,
  lease_token: null,
  lease_until: null,
  next_attempt_at: sql<Date>`least(${fromNow(RISK_REVIEW_MS)},
    ${expires_at}::timestamptz - ${offerMarginMs} * interval '1 millisecond')`,
});

const formatDeadline = ({ next_attempt_at: until }: Pick<Booking, 'next_attempt_at'>): string =>
  `${until.toISOString().slice(11, 16)} UTC`;

/** What the traveller is told of a booking that waits for a decision. (REVIEW-03) */
export const describeWait = (booking: Pick<Booking, 'next_attempt_at'>): string =>
  `Nothing is booked or charged yet: the amount is held on your card. We decide by ${formatDeadline(booking)} at the latest.`;

/** Queues a booking that waits and tells the traveller, in the transaction that commits it. (REVIEW-01, REVIEW-03) */
export async function openRiskCase(trx: Database, booking: Booking, risks: readonly string[]): Promise<void> {
  const summary = `${risks.join(' ')} Nothing is ordered yet; without a decision by ${formatDeadline(booking)} the card is released.`;
  await openBookingCase(trx, booking, { kind: 'risk', summary });
  // The sweep sends it.
  await insertOutboxEvents(trx, booking.id, [{ kind: 'mail_review' }]);
}

/** From `risk_review`, when it is due without a decision: the payment is voided and the traveller told. (MONEY-24) */
export const riskReviewStep: Step<Booking> = {
  from: ['risk_review'],
  next: (deps, booking) =>
    transitionBooking(deps, booking, 'voiding', {
      patch: { failure: serialiseFailure(declinedFailure) },
      inTransaction: async (trx) => {
        await trx.deleteFrom('booking_locks').where('booking_id', '=', booking.id).execute();
        await closeBookingCases(trx, booking.id, ['risk'], 'the deadline');
      },
    }),
};
