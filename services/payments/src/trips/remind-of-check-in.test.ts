import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';
import { remindOfCheckInHandler } from './remind-of-check-in.job.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();

async function book(wish: { checkInReminder?: boolean } = { checkInReminder: true }) {
  const offer = await harness.getFreshOffer();
  const passenger = createPassenger();
  const request = { ...createBookingRequest(offer, { cardDetails: createCard() }, [passenger]), ...wish };
  const { body } = await sendAttempt(service, '/api/bookings', request);
  expect(body.status, JSON.stringify(body)).toBe('confirmed');
  return { id: body.id, email: passenger.email ?? '', reference: body.bookingReference };
}
type Booked = Awaited<ReturnType<typeof book>>;

/** What the first airport's clocks show in so many hours. */
function toLocalTime(timeZone: string, hours: number): string {
  const at = new Date(Date.now() + hours * 3_600_000);
  return at.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
}

/** The first flight departs in so many hours from an airport of this zone. */
async function depart({ id }: Booked, hours: number, timeZone = 'Pacific/Auckland'): Promise<void> {
  const time = JSON.stringify(toLocalTime(timeZone, hours));
  await sql`update bookings set booking_data = jsonb_set(
    jsonb_set(booking_data, '{slices,0,departure_time}', ${time}::jsonb),
    '{slices,0,origin,time_zone}', ${JSON.stringify(timeZone)}::jsonb) where id = ${id}`.execute(harness.db);
}

/** Two replicas at the same time. */
async function runJob(): Promise<void> {
  const { run } = remindOfCheckInHandler(harness.createJobDeps());
  await Promise.all([run({}), run({})]);
}

async function countReminders({ id }: Booked): Promise<number> {
  const rows = await harness.db
    .selectFrom('outbox')
    .select('id')
    .where('subject', '=', id)
    .where('kind', '=', 'mail_check_in')
    .execute();
  return rows.length;
}

describe('[FAQ-07] the reminder of check-in', () => {
  it('is for nobody who has not asked for it', async () => {
    const bookings = [await book({}), await book({ checkInReminder: false })];
    for (const booking of bookings) await depart(booking, 47);
    await runJob();
    for (const booking of bookings) expect(await countReminders(booking)).toBe(0);
  });

  it('is not sent for flights that are cancelled, not flown or open for check-in', async () => {
    const [cancelled, notFlown, open] = [await book(), await book(), await book()];
    await harness.db
      .updateTable('bookings')
      .set({ state: 'cancelled' })
      .where('id', '=', cancelled.id)
      .execute();
    const change = { id: 'aic_1', actions: ['cancel'], is_cancelled: true, answer_by: '2030-01-01' };
    const stored = JSON.stringify({ ...change, answered_at: null });
    await sql`update bookings set booking_data = jsonb_set(booking_data, '{airline_change}', ${stored}::jsonb)
      where id = ${notFlown.id}`.execute(harness.db);
    for (const booking of [cancelled, notFlown]) await depart(booking, 47);
    await depart(open, 23.9);
    await runJob();
    for (const booking of [cancelled, notFlown, open]) expect(await countReminders(booking)).toBe(0);
  });

  it.each(['Pacific/Auckland', 'America/Los_Angeles'])(
    'is sent once, and not before 48 hours are left, from an airport in %s',
    async (timeZone) => {
      const booking = await book();
      await depart(booking, 48.1, timeZone);
      await runJob();
      expect(await countReminders(booking)).toBe(0);
      await depart(booking, 47.9, timeZone);
      await runJob();
      expect(await countReminders(booking)).toBe(1);
      const subject = `Check-in for your booking ${booking.reference} opens soon`;
      const [mail] = await harness.waitForMails(booking, 1, subject);
      expect(mail?.text).toContain('Online check-in opens');

      // The airline has moved the flight, and the row of the mail is deleted after a week.
      await harness.db.deleteFrom('outbox').where('subject', '=', booking.id).execute();
      await depart(booking, 40, timeZone);
      await runJob();
      expect(await countReminders(booking)).toBe(0);
    },
  );
});
