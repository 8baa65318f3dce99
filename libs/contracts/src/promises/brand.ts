import { freeCancellation } from '../cancellation-terms.ts';

/** (MONEY-04) @test booking.spec.ts: a family of four books */
export const onePrice = 'The first number you see is the last one you pay.';

/** (PROMISE-03) @test booking.spec.ts: has the same rules on offer, each step, confirmation, trip and mail */
export const plainWords = 'Rules and fees in sentences, before you pay and not after.';

/** (PROMISE-03) @test booking.spec.ts: has the same rules on offer, each step, confirmation, trip and mail */
export const mission = 'We search widely, show one total, and say what the catch is before you have to ask.';

/** (SUPPORT-12, PROMISE-05) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const callAnswered = (seconds: number) => `A person answers in less than ${seconds} seconds.`;

/** (SUPPORT-12, PROMISE-05) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const emailAnsweredInHours = (hours: number) => `We answer e-mail within ${hours} hours.`;

/** (SUPPORT-01) @keptBy support on /admin/bookings/:id */
export const doneByPhone = 'We look up your flight, tell you what it costs and do it while you wait.';

/** (SUPPORT-01) @keptBy support on /admin/bookings/:id */
export const doneInWriting = 'We look up your flight and tell you what it costs before we do it.';

/** (OFFER-15) @keptBy the operator, whose mailbox gets the message */
export const unknownRuleIsAsked = 'Contact us and we will ask.';

/** (HOME-10, PROMISE-05) @prescribed @keptBy support on /admin/bookings; the credit is the brand’s */
export const lowestPriceGuarantee = (credit: number) =>
  `Lowest-price guarantee: a price match plus a $${credit} credit`;

/** (HOME-09, REFUND-03) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const freeOnMostFlights = `Free ${freeCancellation.hours}-hour cancellation on most flights`;

/** (LIST-02) @test search-layout.spec.ts: the fares of a card are side by side and chosen with the arrow keys */
export const faresSideBySide = 'Basic to flexible in one row, so you see what the extra money buys.';

/** (PROMISE-03) @test booking.spec.ts: has the same rules on offer, each step, confirmation, trip and mail */
export const costsSeenFirst = 'You see what a change or a cancellation costs before you book.';

/** (MONEY-04) @test booking.spec.ts: a family of four books */
export const priceIsFinal = 'The price you see is the price you pay.';

/** (SEAT-07) @test booking.spec.ts: a family of four books */
export const seatPricesSeen = 'The map of each plane says what every seat costs before you choose it.';
