import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();

async function book(lastName: string) {
  const offer = await harness.getFreshOffer();
  const passenger = createPassenger({ lastName });
  const request = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
  const { body, cookies } = await sendAttempt(service, '/api/bookings', request);
  return { body, offer, passenger, session: { cookie: `session=${cookies.session}` } };
}

const read = (session: Record<string, string>) =>
  harness.send(service, 'GET', '/api/bookings/export', undefined, session);

it('[POLICY-09] exports the bookings of their owner only, once the password was entered', async () => {
  const [own, other] = [await book('Byron'), await book('Hopper')];
  expect((await read({})).status).toBe(401);
  // A guest's session begins without a password.
  expect(await read(own.session)).toMatchObject({ status: 403, body: { error: 'PASSWORD_REQUIRED' } });
  await sql`update ${sql.table(`${harness.schema}_accounts.sessions`)} set authenticated_at = now()`.execute(
    harness.db,
  );
  const { status, body } = await read(own.session);
  expect(status).toBe(200);
  expect(body).toMatchObject([
    {
      id: own.body.id,
      bookingReference: own.body.bookingReference,
      contact: { email: own.passenger.email, first_name: 'Ada', last_name: 'Byron' },
      payment: { card: { brand: 'visa', last4: '4242' }, state: 'paid' },
      bookingData: { total_amount: own.offer.total_amount },
      changes: [],
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(other.body.id);
});
