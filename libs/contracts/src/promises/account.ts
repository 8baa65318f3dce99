import { mailedLinks, tripCodes } from '../periods.ts';

/** (TRIP-06) @test find-trip.spec.ts: a guest finds the trip by reference, last name and a mailed code */
export const codeIsSent = 'You need no account: we send a code to the email address of the booking.';

/** (TRIP-06) @test find-trip.spec.ts: a guest finds the trip by reference, last name and a mailed code */
export const codeWorksOnce = `The code works once, for ${tripCodes.minutes} minutes.`;

/** (CARE-03) @test find-trip.spec.ts: the link in the mail opens the trip with a press, once */
export const codeMailHasLink = 'The email also has a link that opens the trip.';

/** (CARE-03) @test find-trip.spec.ts: the link in the mail opens the trip with a press, once */
export const linkOpensTrip = 'This opens your trip in this browser, without code and account.';

/** (TRIP-06) @test promises.spec.ts: at most three codes and three links are mailed in an hour */
export const codesPerHour = `We send at most ${tripCodes.perHour} codes an hour.`;

/** (LOGIN-06) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const linkIsSent = 'Tell us your email address and we will send you a link.';

/** (LOGIN-06) @test hosts.spec.ts: on the host of a brand that was just created a guest books */
export const linkWorksOnce = `The link works once, for ${mailedLinks.passwordMinutes} minutes.`;

/** (LIMIT-05) @test promises.spec.ts: at most three codes and three links are mailed in an hour */
export const linksPerHour = `We send at most ${mailedLinks.perHour} an hour: if you asked before, please look into your spam folder too.`;

/** @test promises.spec.ts: confirms the email address by the mailed link, once */
export const verificationIsSent =
  'We can send you a link; until you have confirmed your address with it, you get only mails about bookings and new passwords.';

/** (POLICY-09) @test own-data.spec.ts: a traveller downloads what is held about them */
export const deletedAtOnce =
  'Deleting the account erases it at once. What you have booked stays booked, and you find it with reference and last name.';

/** @test saved-travellers.spec.ts: a traveller is saved with one booking */
export const savedEncrypted = 'We keep them encrypted, until you delete them.';
