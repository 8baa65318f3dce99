import { checkInOpeningHours } from '../periods.ts';

/** (PAY-21, MAIL-01) @test promises.spec.ts: a booking is confirmed by email with its reference and e-ticket */
export const confirmationOnItsWay = 'A confirmation is on its way by email.';

/** (PAY-21) @test promises.spec.ts: a booking is confirmed by email with its reference and e-ticket */
export const bookingInMyTrips = 'Your booking is in My Trips.';

/** @test promises.spec.ts: a booking is confirmed by email with its reference and e-ticket */
export const confirmationFound =
  'The confirmation with its reference is in your email and, when you are signed in, in My Trips.';

/** (DOC-01) @test check-in-reminder.spec.ts: a traveller who asked for it is reminded of check-in once */
export const checkInReminder = `Remind me by email before check-in opens, ${checkInOpeningHours.first / 24} days before departure`;

/** @test promises.spec.ts: passports are not kept when the page loads again */
export const passportsNotKept = 'We do not keep passports when the page loads again: please enter it again.';

/** @test testing/guest-journey.ts: a guest searches one way, books, is charged once */
export const withoutBags = 'You can go on without extra bags.';

/** (SEAT-05) @test testing/guest-journey.ts: a guest searches one way, books, is charged once */
export const withoutSeats = 'You can also go on without seats; the airline assigns them at check-in.';

/** (MONEY-25) @test failure-modes.spec.ts: killing payments between order and capture */
export const chargedOnceConfirmed = (currency: string) =>
  `The card is charged in ${currency}, and only once the airline has confirmed the booking.`;

/** (MONEY-25) @test failure-modes.spec.ts: a dropped response to the order shows a pending or confirmed booking */
export const askAgain =
  'Press Complete Booking to ask again: it is the same booking, and it is charged at most once.';

/** (ELEMENT-02) @test payment-element.spec.ts: a challenge that is failed or closed is told and authorises nothing */
export const authorisationIsVoided =
  'If that tab is closed, what was held on your card is released, and you can book again.';

/** (PROVIDER-36) @test failure-modes.spec.ts: killing payments between order and capture */
export const weKeepTrying = 'We keep trying; this can take a few minutes.';

/** (PROVIDER-36) @test failure-modes.spec.ts: a pending order has a status page */
export const authorisedNotCharged =
  'Your card is held, not charged: it is charged once if the airline confirms, and not at all if it does not.';

/** (STATUS-04) @test failure-modes.spec.ts: a pending order has a status page */
export const outcomeMailedTo = (contact: string) =>
  `We will also write to ${contact}, so you may close this page.`;

/** (STATUS-04) @test failure-modes.spec.ts: a pending order has a status page */
export const resultByEmail = 'It goes on meanwhile, and the result comes by email.';

/** (STATUS-05) @test failure-modes.spec.ts: a pending order has a status page */
export const lateResultByEmail =
  'If yours reached us before the page was left, the result comes by email: please look there first.';

/** (STATUS-05) @test testing/guest-journey.ts: a declined card shows a message, keeps the name, charges nothing */
export const bookAgain = 'Otherwise nothing was booked or charged, and you can book again.';

/** (STATUS-01) @test failure-modes.spec.ts: a pending order has a status page */
export const bookingInEmails = 'Your booking is in our emails and, when you are signed in, in My Trips.';

/** @test find-trip.spec.ts: a guest finds the trip by reference, last name and a mailed code */
export const refundInEmail = 'What comes back is in our email and, when you are signed in, in My Trips.';

/** (STATUS-03) @test failure-modes.spec.ts: a pending order has a status page */
export const passwordLink =
  'We can mail a link for setting a password to the email address of this booking. Signed in, you find it in My Trips.';
