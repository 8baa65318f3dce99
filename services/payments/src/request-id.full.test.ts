import { eventually, type Program } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { createBookingRequest, idempotencyHeader, createPassenger } from './testing/requests.ts';
import { payFor } from './testing/send-request.ts';
import { startSharedHarness } from './testing/harness.ts';

const harness = await startSharedHarness();
const recoveringService = await harness.startPayments();

interface LogLine {
  msg: string;
  reqId?: string;
  booking?: string;
  state?: string;
}

const getLogLines = (program: Program): LogLine[] =>
  program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

it('logs every line about a booking with its request id, also in the process that recovers it', async () => {
  const offer = await harness.getFreshOffer();
  const paymentId = await payFor(recoveringService, offer);
  const crashingService = await harness.spawnPayments({
    KILL_POINT: 'after:call:order',
    SWEEP_EVERY_MS: '600000',
  });
  const passenger = createPassenger();
  const body = createBookingRequest(offer, { paymentId }, [passenger]);
  const headers = { ...idempotencyHeader(), 'x-request-id': 'booking-request-of-the-test' };
  await harness.send(crashingService, 'POST', '/api/bookings', body, headers).catch(() => 'connection lost');
  await harness.waitUntilProcessed(offer);
  await eventually(async () =>
    (await harness.getEmails(passenger.email ?? '')).length > 0 ? true : undefined,
  );

  const { id } = await harness.db
    .selectFrom('bookings')
    .select('id')
    .where('offer_id', '=', offer.id)
    .executeTakeFirstOrThrow();
  const bookingLines = [crashingService, recoveringService]
    .flatMap(getLogLines)
    .filter((line) => line.booking === id);
  expect(bookingLines.filter(({ reqId }) => reqId !== 'booking-request-of-the-test')).toEqual([]);
  expect(bookingLines.flatMap(({ state }) => state ?? [])).toEqual(
    expect.arrayContaining(['ordered', 'capturing', 'confirmed']),
  );
  const accountsLine = await eventually(() =>
    getLogLines(harness.accounts).find(({ reqId }) => reqId === 'booking-request-of-the-test'),
  );
  expect(accountsLine.msg).toBe('request completed');
});
