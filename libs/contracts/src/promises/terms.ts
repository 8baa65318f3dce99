import { freeCancellation, formatBusinessDays, refundBusinessDays } from '../cancellation-terms.ts';

/** (POLICY-11) @test testing/guest-journey.ts: a guest searches one way, books, is charged once */
export const carriageIsArranged =
  'Flights are operated by the airlines; your contract of carriage is with them, and we arrange it.';

/** (POLICY-11) @test booking.spec.ts: a family of four books */
export const paidInUsd = 'All payments are in USD.';

/** (POLICY-11, MONEY-04) @test booking.spec.ts: a family of four books */
export const noBookingFees =
  'There are no booking fees: the total before you pay is the total your card is charged.';

/** @test translated.spec.ts: a translated page asks for consent with a changed price */
export const changedPriceSeenFirst =
  'Fares can change until a booking is confirmed. If yours does, you see the old and the new price first.';

/** (POLICY-02, REFUND-03) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const refundedInFull = `A booking that is cancelled within ${freeCancellation.hours} hours, at least ${freeCancellation.daysAhead} days before departure, is refunded in full if the airline agrees; My Trips asks it.`;

/** (POLICY-02) @prescribed @keptBy the bank */
export const refundReachesYou = `The refund reaches you in ${formatBusinessDays(refundBusinessDays.inTerms)}.`;

/** @keptBy the operator */
export const bookedAsPlaced = 'We answer for arranging the booking as you placed it.';

/** (POLICY-10) @prescribed @keptBy the operator */
export const termsChangesAnnounced =
  'Material changes are announced 30 days ahead. A booking keeps the terms that it was made under.';
