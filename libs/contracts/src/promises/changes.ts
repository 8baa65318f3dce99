/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const flightsAsked = 'We ask the airline which flights it has and what they cost.';

/** (TRIP-04) @keptBy the airline, on its site */
export const bagsAtAirline = 'With the booking reference you may find bags on the airline’s site:';

/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const changedOnce =
  'Press the button to ask again: it is the same change, and it is charged at most once.';

/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const madeChangeIsMailed = 'We send you a mail with everything that has changed.';

/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const changeResultIsMailed = 'We write to you as soon as it is settled.';

/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const signInToSeeChange = 'Sign in, and you see what you have chosen for your trip.';

/** (TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const chargedOnceChanged = (currency: string) =>
  `Your card is charged in ${currency}, and only once the airline has confirmed.`;
