import type { BookingTickets, Offer } from '@fareline/contracts';
import { ticketsInMyTrips } from '@fareline/contracts/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createPassenger, createPaymentRequest } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
afterEach(() => harness.duffel.clearFaults());

interface OwnedBooking {
  id: string;
  email: string;
  orderId: string;
  offer: Offer;
  session: Record<string, string>;
  /** Reads of the order by then. */
  readsByMail?: number;
}

/** A booking of two adults whose confirmation is mailed, and whose tickets are not issued unless it is said. */
async function book(tickets: 'withheld' | 'issued' = 'withheld'): Promise<OwnedBooking> {
  const offer = await harness.getFreshOffer({ adultsCount: 2 });
  const paid = await sendAttempt(service, '/api/payments/process-card', createPaymentRequest(offer));
  const contact = createPassenger();
  const passengers = [contact, createPassenger({ firstName: 'Grace' })];
  const request = createBookingRequest(offer, { paymentId: paid.body.paymentId }, passengers);
  const { body, cookies } = await sendAttempt(service, '/api/bookings', request);
  expect(body.duffelBookingId, JSON.stringify(body)).toBeTruthy();
  const orderId = body.duffelBookingId ?? '';
  const session = { cookie: `session=${cookies.session}` };
  const booking = { id: body.id, email: contact.email ?? '', orderId, offer, session };
  // The mail has the tickets that are issued, so it was sent after they were read.
  await harness.waitForMails(booking, 1);
  await change(booking, { tickets: '[]', tickets_read_at: null });
  await harness.setTickets(orderId, tickets);
  return { ...booking, readsByMail: await countReads(booking) };
}

const request = ({ id, session }: OwnedBooking) =>
  harness.send(service, 'GET', `/api/bookings/${id}/tickets`, undefined, session);
const read = async (booking: OwnedBooking) => (await request(booking)).body as unknown as BookingTickets;

const change = (
  booking: OwnedBooking,
  values: { tickets?: string; tickets_read_at?: Date | null; created_at?: Date },
) => harness.db.updateTable('bookings').set(values).where('id', '=', booking.id).execute();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const countReads = async ({ orderId, readsByMail = 0 }: OwnedBooking) =>
  (await harness.duffel.ledger()).requests.filter(
    ({ method, path }) => method === 'GET' && path === `/air/orders/${orderId}`,
  ).length - readsByMail;

describe('[TRIP-01] the tickets of a booking', () => {
  it('are shown to nobody but its owner', async () => {
    const [booking, other] = [await book('issued'), await book()];
    expect((await request({ ...booking, session: other.session })).status).toBe(404);
    expect((await request({ ...booking, session: {} })).status).toBe(401);
    expect(await countReads(booking)).toBe(0);
  });

  it('are awaited while the airline cannot be asked', async () => {
    const booking = await book('issued');
    await harness.duffel.fault({ method: 'GET', path: '/air/orders/', kind: 'status', times: 10 });
    expect(await read(booking)).toEqual({ state: 'awaited', tickets: [] });
  });

  it('are asked for once a minute until all are issued, and then no more', async () => {
    const booking = await book();
    expect(await read(booking)).toEqual({ state: 'awaited', tickets: [] });
    await harness.setTickets(booking.orderId, 'issued');
    expect(await read(booking)).toEqual({ state: 'awaited', tickets: [] });
    expect(await countReads(booking)).toBe(1);

    await change(booking, { tickets_read_at: minutesAgo(2) });
    const issued = await read(booking);
    expect(issued.state).toBe('issued');
    expect(issued.tickets.map(({ passenger_id }) => passenger_id)).toEqual(
      booking.offer.passengers.map(({ id }) => id),
    );
    for (const { number } of issued.tickets) expect(number).toMatch(/^\d{3}-\d{10}$/);

    await change(booking, { tickets_read_at: minutesAgo(2) });
    expect(await read(booking)).toEqual(issued);
    expect(await countReads(booking)).toBe(2);
  });

  it('[FAQ-08] are in the confirmation mail, which says when the airline has not issued all', async () => {
    const booking = await book();
    const [mail] = await harness.waitForMails(booking, 1);
    expect(mail?.text.match(/^E-ticket \d{3}-\d{10}$/gm)).toHaveLength(2);
    expect(mail?.text).not.toContain(ticketsInMyTrips);

    await change(booking, { tickets_read_at: minutesAgo(2) });
    const sent = await harness.send(
      service,
      'POST',
      `/api/bookings/${booking.id}/confirmation-mail`,
      undefined,
      booking.session,
    );
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const mails = (await harness.waitForMails(booking, 2)).map(({ text }) => text);
    expect(mails.filter((text) => text.includes(ticketsInMyTrips))).toEqual([
      expect.not.stringContaining('E-ticket'),
    ]);
  });

  it('are missing once a day has passed without them', async () => {
    const booking = await book();
    await change(booking, { created_at: minutesAgo(24 * 60 - 5) });
    expect((await read(booking)).state).toBe('awaited');
    await change(booking, { created_at: minutesAgo(24 * 60 + 1) });
    expect((await read(booking)).state).toBe('missing');
  });
});
