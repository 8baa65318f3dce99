import { freeCancellation, formatBusinessDays, refundBusinessDays } from '../cancellation-terms.ts';

/** (POLICY-01) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const noCancellationFee = 'We charge no cancellation fee of our own.';

/** (POLICY-08) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const cancellationsAnswered = 'E-mails about cancellations are answered within 2 hours.';

/** (POLICY-08) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const answeredIn2Hours = 'We answer within 2 hours.';

/** (POLICY-01, REFUND-03) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const everythingBack = `Cancel within ${freeCancellation.hours} hours of booking and get everything back, if departure is at least ${freeCancellation.daysAhead} days away.`;

/** (POLICY-01) @prescribed @test cancellation.spec.ts: a non-refundable fare is refunded in full @keptBy the bank, as to the days */
export const fullRefund = `Full refund to the card that paid, within ${refundBusinessDays.free} business days.`;

/** (POLICY-01) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const neverOwnFee = 'No cancellation fee of our own, in this case or any other.';

/** (REFUND-03) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const allTickets = 'It applies to refundable and non-refundable tickets alike.';

/** (REFUND-03) @test cancellation.spec.ts: a sentence and the phone tell that the airline gives nothing back */
export const airlineHasToAgree =
  'The airline has to agree: My Trips asks it before anything is cancelled. Where it refuses, contact us.';

/** (POLICY-03) @prescribed @keptBy the airlines */
export const refundableProcessed = `Refunds are processed in ${formatBusinessDays(refundBusinessDays.other)}.`;

/** (INFO-03) @keptBy the operator, whose mailbox gets the message */
export const papersAreSent = 'Send us the papers and we ask for you.';

/** (INFO-04, TRIP-05) @test airline-change.spec.ts: a traveller accepts what the airline has changed */
export const choiceAfterChange =
  'If the airline cancels or moves a flight by much, you choose between another flight and a full refund.';

/** (INFO-05) @test find-trip.spec.ts: a guest finds the trip by reference, last name and a mailed code */
export const cancellationConfirmed = 'We send the confirmation of cancellation that it will ask for.';

/** (POLICY-06) @keptBy the airlines */
export const canadianRules =
  'Canadian rules bring CAD 400-1000, to be paid by the airline within 30 days of the claim.';

/** (INFO-05) @keptBy the operator, whose mailbox gets the message */
export const rulesElsewhere = 'Tell us the route and we tell you which apply.';

/** @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const refundToSameCard = 'Refunds go back to the way you paid, never to another card.';

/** (INFO-04, TRIPS-19) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const cancelOnline = `Online in My Trips: within ${freeCancellation.hours} hours of booking whatever the fare, later where the fare allows it.`;
