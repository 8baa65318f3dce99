import { mailedLinks } from '../periods.ts';

/** (STATUS-04) @test failure-modes.spec.ts: a pending order has a status page */
export const outcomeIsMailed = 'You have nothing to do: we write to you again as soon as we know.';

/** (STATUS-04, MONEY-25) @test failure-modes.spec.ts: a pending order has a status page */
export const chargedOnce = 'It is charged once if the airline confirms, and not at all if it does not.';

/** (FAQ-08, TRIP-01) @test promises.spec.ts: a booking is confirmed by email with its reference and e-ticket */
export const ticketsInMyTrips =
  'The airline has not issued every e-ticket yet: their numbers are in My Trips as soon as it has.';

/** (GUEST-05) @test promises.spec.ts: a booking is confirmed by email with its reference and e-ticket */
export const claimByLink =
  'To find this booking in My Trips, sign in with the account of this email address and add it with this link:';

/** (CARE-03) @test find-trip.spec.ts: the link in the mail opens the trip with a press, once */
export const linkInPlaceOfCode = 'This link opens it in place of the code, as long as the code works:';

/** (TRIP-06) @keptBy the operator */
export const codeNeverAsked = 'Please give it to nobody: we never ask for it on the phone or by email.';

/** (TRIP-05) @keptBy support on /admin/bookings/:id */
export const otherFlightsAsked = 'take other flights: we ask the airline for them';

/** (TRIP-05) @keptBy support on /admin/bookings/:id */
export const offerAsked = 'call us, and we ask the airline what it offers';

/** (TRIP-05) @test airline-change.spec.ts: a traveller accepts what the airline has changed */
export const answersToChange =
  'You can accept it, change it, or get money back: please tell us what you choose.';

/** (TRIP-07) @test change-for-caller.spec.ts: support offers a caller a change, which the traveller pays by the link */
export const changedOncePaid = 'Nothing is changed or charged before you have paid.';

/** (LOGIN-06) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const resetLinkOnce = `It works once, within ${mailedLinks.passwordMinutes} minutes:`;

/** (LOGIN-06) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const signInAfterReset = 'After that you can sign in with this email address and the new password.';

/** (DOC-02) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const firstPasswordLinkOnce = `The link works once, within the next ${mailedLinks.firstPasswordDays} days:`;

/** (DOC-02, TRIP-06) @test find-trip.spec.ts: a guest finds the trip by reference, last name and a mailed code */
export const findWithoutPassword =
  'Without a password you find the trip with booking reference, last name and a code that we mail you:';

/** @test promises.spec.ts: confirms the email address by the mailed link, once */
export const verificationLinkOnce = `This link works once, within the next ${mailedLinks.verificationDays} days:`;

/** (ACCOUNT-02) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const lockOthersOut = 'You can also make the account yours and lock everybody else out';

/** (POLICY-09, TRIP-06) @test own-data.spec.ts: a traveller downloads what is held about them */
export const bookingsStay =
  'Flights that you have booked stay booked. You find them with booking reference and last name.';
