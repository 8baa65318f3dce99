/** (TRIP-05) @test airline-change.spec.ts: a traveller accepts what the airline has changed */
export const askedAfterChange =
  'We ask the airline what comes back, whatever your fare, and show it before anything is cancelled.';

/** (REFUND-04) @keptBy the airline, whose code the mail of the cancellation has */
export const creditCode = 'The code comes by email once the flights are cancelled.';

/** (REFUND-03) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const askedWithin24Hours = 'We ask the airline first and show what comes back.';

/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const newFlightsAsked =
  'We ask the airline for the new flights and tell you its fee and the difference in fare.';

/** (FAQ-08, TRIP-02) @test promises.spec.ts: Manage Seats leads to the airline that sells the seats */
export const seatsAtAirline =
  'With the booking reference you choose others there, as far as the airline still has seats to offer; a seat that costs more is paid there.';

/** (MONEY-25) @test failure-modes.spec.ts: killing payments between order and capture */
export const chargedLater = (price: string, target: string) =>
  `${price} is held on ${target}, and charged once the airline confirms.`;

/** @test testing/guest-journey.ts: a guest searches one way, books, is charged once */
export const signInToSee = 'Sign in, and you see your trip.';

/** (STATUS-04) @test failure-modes.spec.ts: a pending order has a status page */
export const confirmationIsMailed = 'We write to you as soon as it has.';
