import { freeCancellation, formatBusinessDays, refundBusinessDays } from '../cancellation-terms.ts';

/** (CONTACT-08, PROMISE-05) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const emailAnsweredInMinutes = (minutes: number) => `We answer e-mail within ${minutes} minutes.`;

/** (CONTACT-09, PROMISE-05) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const phoneWait = (minutes: number) => ` in under ${minutes} minutes on average`;

/** (CONTACT-04) @keptBy the operator, whose mailbox gets the message */
export const quoteIsAnswered = 'We look for it and write back.';

/** (CONTACT-04) @prescribed @keptBy support on /admin/bookings */
export const newsletter = 'Send me low fares by e-mail now and then';

/** (TRIPS-19) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const cancelInMyTrips = 'In My Trips, or contact us.';

/** (POLICY-01) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const usuallyFree = `Within ${freeCancellation.hours} hours it is usually free.`;

/** (FAQ-07) @prescribed @keptBy the airlines and banks */
export const refundOnItsWay = `On its way for ${formatBusinessDays(refundBusinessDays.inFaq)}.`;

/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const changeFeeFirst = 'We say the fee before anything changes.';

/** (CONTACT-05) @test promises.spec.ts: a message about a group reaches the mailbox of the brand */
export const groupBooking = 'Choose "Group booking" in the form; groups get an offer of their own.';

/** (REVIEW-02) @test support-refund.spec.ts: support notes a call and refunds as goodwill */
export const everyBookingSeen =
  'Look into My Trips and the spam folder, then contact us: we see every booking.';
