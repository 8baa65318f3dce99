import { ResponseError } from '@fareline/contracts/client';
import { expect, it } from 'vitest';
import { toSearchFailure } from './search-failure.ts';

const describeFailure = (status: number, body: string) =>
  toSearchFailure(new ResponseError(status, body)).message;
const afterRetry = 'Please try again in a minute. Searches of the last minutes still open at once.';

it.each([
  ['SEARCH_BUSY', 503, 'Flight search is still busy.'],
  ['TOO_MANY_REQUESTS', 429, 'Many searches were started from your connection.'],
])('[PROVIDER-07] [ERROR-01] after the last retry %s promises no other', (error, status, reason) =>
  expect(
    describeFailure(status, JSON.stringify({ error, message: 'It is repeated in 40 seconds.' })),
  ).toContain(`Unable to search flights: ${reason} ${afterRetry}`),
);

it('[ERROR-03] the error page of a proxy has a general message', () =>
  expect(describeFailure(503, '<html>')).toContain(
    'Unable to search flights: Flight search is not available right now. Please try again in a moment.',
  ));
