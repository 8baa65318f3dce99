/** (POLICY-09) @keptBy the operator */
export const onlyWhatIsNeeded =
  'We ask for what an airline needs to seat you, and for what we need to reach you about it.';

/** (PROMISE-02) @test own-data.spec.ts: a traveller downloads what is held about them */
export const cardNumbersNotKept = 'Card numbers go to our payment provider. We never keep them.';

/** @keptBy the operator */
export const dataNotSold = 'We do not sell personal data.';

/** (POLICY-09) @keptBy the retention table */
export const bookingDataKept = (period: string) =>
  `Booking data: ${period} after the last flight, because tax and consumer law ask for it.`;

/** @keptBy the retention table */
export const passportsKept =
  'Passport numbers: until the airline has the booking, or has refused it. The day until which a passport is valid: until the trip is over.';

/** @test saved-travellers.spec.ts: a traveller is saved with one booking */
export const savedTravellersKept =
  'Saved travellers, in encrypted form: until you delete them, but no longer than the account is open.';

/** (POLICY-09) @test own-data.spec.ts: a traveller downloads what is held about them @keptBy the operator, as to the years */
export const accountDataKept =
  'Account data: 3 years after the account is closed; it is erased at once if you delete it.';

/** @keptBy the retention table */
export const accessKept =
  'What opens an account or a trip, such as sessions and the links and codes that we mail: until it is ended or expires.';

/** @keptBy the retention table */
export const mailsKept = (period: string) =>
  `Mails about your account and codes for a trip, with the e-mail address: ${period} after they were sent.`;

/** @keptBy the retention table, and support on /admin/bookings */
export const contactCasesKept = (period: string) =>
  `A price match or newsletter that you ask for: until it is done, and ${period} after.`;

/** @keptBy the retention table */
export const recordsKept = (period: string) =>
  `Records of sign-ins, and of who asked for payments, cancellations and refunds, with the IP address: ${period}.`;

/** @keptBy the retention table */
export const countsKept = (period: string) =>
  `Counts of attempts and of requests, with codes in place of cards, addresses and networks: at most ${period}.`;

/** @keptBy the retention table */
export const searchesKept = (period: string) =>
  `Searches: at most ${period}, with nothing in them that says whose they are.`;

/** (POLICY-09) @keptBy the operator */
export const rights =
  'You can ask to see, correct, move or erase what we hold about you, and object to its use.';

/** (POLICY-09) @test own-data.spec.ts: a traveller downloads what is held about them */
export const downloadAndDelete = 'In your account settings you download it and delete your account yourself.';

/** (POLICY-09) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const requestsAnswered = 'Privacy requests are answered within 30 days.';

/** (POLICY-10) @keptBy the operator */
export const notForChildren =
  'The site is not meant for children under 13, and we do not knowingly collect data from them.';

/** (POLICY-10) @prescribed @keptBy the operator */
export const policyChangesAnnounced =
  'We announce material changes 30 days before they take effect, here and by e-mail to account holders.';
