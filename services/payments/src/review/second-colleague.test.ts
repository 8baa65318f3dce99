import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { getNewestEmail } from '../bookings/contact-correction.ts';
import { createPassenger } from '../testing/requests.ts';
import { startReviews } from '../testing/support.ts';

const { harness, book, getRecord } = await startReviews();
const service = await harness.startPayments({ SECOND_COLLEAGUE_ABOVE: '20' });
const [ada, bo] = [await harness.signUpSupport(), await harness.signUpSupport()];

const act = async (booking: { id: string }, request: object, session = ada) => {
  const body = { actionId: randomUUID(), text: 'Delay', ...request };
  const path = `/api/review/bookings/${booking.id}/actions`;
  const response = await harness.send(service, 'POST', path, body, session);
  return { status: response.status, error: response.body.error };
};
const needed = { status: 409, error: 'SECOND_COLLEAGUE_NEEDED' };
const done = { status: 200, error: undefined };

it('[GUARD-13] pays a refund above the sum when a second colleague asks for the same, once', async () => {
  const booking = await book();
  const refund = { action: 'refund', amount: '20.01' };
  const readRefunds = async () => (await getRecord(booking)).refunds.map(({ amount }) => amount);
  const first = { ...refund, actionId: randomUUID() };
  expect(await act(booking, first)).toEqual(needed);
  // Neither a repeat nor the same person again is a second colleague.
  expect(await act(booking, first)).toEqual(needed);
  expect(await act(booking, refund)).toEqual(needed);
  expect(await act(booking, { ...refund, amount: '20.02' }, bo)).toEqual(needed);
  expect(await act(booking, { ...refund, isAdvance: true }, bo)).toEqual(needed);
  expect(await readRefunds()).toEqual([]);
  expect(await act(booking, refund, bo)).toEqual(done);
  expect(await readRefunds()).toEqual(['20.01']);
  expect((await getRecord(booking)).history.map(({ text }) => text)).toContain(
    'Asks a second colleague for a refund of $20.01 (USD): Delay',
  );
  // What was asked for is used up.
  expect(await act(booking, { ...refund, isRepeat: true }, bo)).toEqual(needed);
  expect(await act(booking, { action: 'refund', amount: '20.00' })).toEqual(done);
});

it('[GUARD-13] corrects an address when a second colleague asks for the same within a day', async () => {
  const booking = await book();
  const contact = { action: 'contact', email: createPassenger().email!.toUpperCase() };
  const readAddress = async () => {
    const query = harness.db.selectFrom('bookings').selectAll().where('id', '=', booking.id);
    return getNewestEmail(await query.executeTakeFirstOrThrow());
  };
  expect(await act(booking, contact)).toEqual(needed);
  await harness.db
    .updateTable('booking_actions')
    .set({ created_at: new Date(Date.now() - 25 * 3600_000) })
    .where('booking_id', '=', booking.id)
    .execute();
  expect(await act(booking, contact, bo)).toEqual(needed);
  expect(await readAddress()).toBe(booking.email);
  expect(await act(booking, { ...contact, email: contact.email.toLowerCase() })).toEqual(done);
  expect((await readAddress()).toLowerCase()).toBe(contact.email.toLowerCase());
});
