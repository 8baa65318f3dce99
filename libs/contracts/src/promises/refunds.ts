import { freeCancellation } from '../cancellation-terms.ts';

/** (TRIP-05) @keptBy support on /admin/bookings, whose refund is mailed */
export const refundIsMailed = 'We will write to you about your refund.';

/** (STATUS-04) @test failure-modes.spec.ts: a pending order has a status page */
export const cancelOnceSettled = 'It can be cancelled as soon as that is settled; we will write to you.';

/** (REFUND-02) @keptBy support on /admin/bookings, whose refund is mailed */
export const refundedLater = (target: string) => `We write to you when it is refunded to ${target}.`;

/** (REFUND-02) @keptBy support on /admin/bookings, whose refund is mailed */
export const failedRefundIsMailed = 'We write to you when it is refunded; contact us if that card is closed.';

/** (POLICY-01, REFUND-03) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const backWithin24Hours = `within ${freeCancellation.hours} hours of booking everything comes back if the airline agrees`;

/** (REFUND-03) @test cancellation.spec.ts: a sentence and the phone tell that the airline gives nothing back */
export const whateverFare = `within ${freeCancellation.hours} hours of booking we ask the airline whatever the fare`;

/** (TRIP-05) @test airline-change.spec.ts: a traveller accepts what the airline has changed */
export const askedAfterAirlineChange =
  'since the airline has changed or cancelled flights, we ask it whatever the fare';
