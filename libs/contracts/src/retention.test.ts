import { expect, it } from 'vitest';
import { describeRetention, retention, type RetainedTable } from './retention.ts';

it('[POLICY-09] says each kind of data once, with the longest period for which a table keeps it', () => {
  expect(describeRetention()).toEqual([
    'Booking data: 7 years after the last flight, because tax and consumer law ask for it.',
    'Passport numbers: until the airline has the booking, or has refused it. The day until which a passport is valid: until the trip is over.',
    'Counts of attempts and of requests, with codes in place of cards, addresses and networks: at most 72 hours.',
    'Records of sign-ins, and of who asked for payments, cancellations and refunds, with the IP address: 2 years.',
    'Mails about your account and codes for a trip, with the e-mail address: 7 days after they were sent.',
    'What opens an account or a trip, such as sessions and the links and codes that we mail: until it is ended or expires.',
    'Saved travellers, in encrypted form: until you delete them, but no longer than the account is open.',
    'Account data: 3 years after the account is closed; it is erased at once if you delete it.',
    'A price match or newsletter that you ask for: until it is done, and 90 days after.',
    'Searches: at most 7 days, with nothing in them that says whose they are.',
  ]);
});

it('[GUARD-06] ends rows only with rows of a table of the same service that end themselves', () => {
  for (const service of [retention.payments, retention.accounts]) {
    const tables: Readonly<Record<string, RetainedTable>> = service;
    for (const [table, ends] of Object.entries(tables))
      for (const end of ends)
        if ('with' in end)
          expect(
            tables[end.with]?.some((each) => 'told' in each && each.told),
            table,
          ).toBeTruthy();
  }
});
