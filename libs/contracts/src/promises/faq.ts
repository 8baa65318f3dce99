import { checkInOpeningHours } from '../periods.ts';
import { freeCancellation, formatBusinessDays, refundBusinessDays } from '../cancellation-terms.ts';

/** (FAQ-08, MAIL-01) @test promises.spec.ts: a booking is confirmed by email with its reference and e-ticket */
export const confirmedByEmail =
  'A booking is confirmed by email, with the booking reference and the e-ticket.';

/** (FAQ-08, TRIP-01) @test promises.spec.ts: a booking is confirmed by email with its reference and e-ticket */
export const confirmationInMyTrips = 'Both are in My Trips as well.';

/** (CONTACT-05) @test promises.spec.ts: a message about a group reaches the mailbox of the brand */
export const groupsGetOffer = 'Groups of 10 or more get their own offer: use the contact form.';

/** (GUEST-05, LOGIN-06) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const passwordForGuests =
  'After a booking as a guest you can set a password and find the trip in My Trips.';

/** (MONEY-04) @test booking.spec.ts: a family of four books */
export const totalIncludesFees =
  'The total in the list includes taxes and fees. Seats and bags that you add are shown before you pay.';

/** (MONEY-25) @test failure-modes.spec.ts: killing payments between order and capture */
export const chargedAfterConfirmation =
  'Your card is charged only after the airline has confirmed the booking.';

/** (PROMISE-02) @test testing/guest-journey.ts: a guest searches one way, books, is charged once */
export const cardEncrypted = 'Card data goes encrypted to a certified payment provider.';

/** (PROMISE-02) @test own-data.spec.ts: a traveller downloads what is held about them */
export const numberNeverKept = 'We never keep the number.';

/** (PAY-22) @test testing/guest-journey.ts: a declined card shows a message, keeps the name, charges nothing */
export const declineChargesNothing =
  'Nothing was charged. Check the details, try another card, or ask your bank whether it blocked the payment.';

/** (FAQ-08, TRIPS-19) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const cancelFlight = 'Open the trip in My Trips and choose Cancel Flight.';

/** (TRIPS-19) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const refundSeenFirst = 'You see what comes back before you confirm.';

/** (POLICY-01, REFUND-03) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const freeIn24Hours = `Within ${freeCancellation.hours} hours of booking, yes, if departure is at least ${freeCancellation.daysAhead} days away.`;

/** (REFUND-03) @test cancellation.spec.ts: a sentence and the phone tell that the airline gives nothing back */
export const airlineIsAsked = 'My Trips asks the airline, whatever the fare; where it refuses, contact us.';

/** (FAQ-07) @prescribed @keptBy the airlines and banks */
export const refundDays = `Refunds reach your card in ${formatBusinessDays(refundBusinessDays.inFaq)}, most of them sooner.`;

/** (TRIP-05) @test airline-change.spec.ts: a traveller accepts what the airline has changed */
export const flightOrRefund = 'You choose between another flight and a full refund.';

/** (TRIP-05) @test airline-change.spec.ts: a traveller accepts what the airline has changed */
export const changeIsMailed = 'We write to you as soon as the airline tells us.';

/** (FAQ-08, TRIP-02) @test promises.spec.ts: Manage Seats leads to the airline that sells the seats */
export const manageSeats =
  'Yes: choose Manage Seats in My Trips, as far as the airline still has seats to offer.';

/** (FAQ-07) @keptBy the airlines */
export const checkInOpens = `Online check-in opens ${checkInOpeningHours.last}-${checkInOpeningHours.first} hours before departure, depending on the airline.`;

/** (PROMISE-03) @test booking.spec.ts: has the same rules on offer, each step, confirmation, trip and mail */
export const includedBags = 'The included bags stand on each offer and in your confirmation.';

/** (LOGIN-06) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const forgotPassword =
  'Choose "Forgot password" on the sign-in page. We send you a link to set a new one.';

/** (TRIPS-01) @test testing/guest-journey.ts: a guest searches one way, books, is charged once */
export const tripsAfterSignIn = 'In My Trips, after you sign in: upcoming, past and cancelled.';

/** (TRIP-06) @test find-trip.spec.ts: a guest finds the trip by reference, last name and a mailed code */
export const tripWithoutAccount =
  'A single trip opens without an account too: choose "Find your trip" on the sign-in page.';

/** @test promises.spec.ts: a user changes the password in the settings */
export const changePassword = 'Sign in, open Settings and choose Security.';

/** (POLICY-09) @test own-data.spec.ts: a traveller downloads what is held about them */
export const closeAccount =
  'Sign in, open Settings and choose Profile: there you download your data and delete the account.';

/** (FAQ-08, TRIP-03) @test change-flight.spec.ts: a traveller pays for other flights */
export const changeInMyTrips = 'Open the trip in My Trips and choose Change Flight, or contact us.';

/** (FAQ-08, TRIP-04) @test later-bags.spec.ts: a traveller adds a bag to a trip that is booked */
export const extrasInMyTrips = 'Yes: choose Manage Extras in My Trips.';
