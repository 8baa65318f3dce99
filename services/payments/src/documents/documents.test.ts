import type { BookingData, BookingDetail, BookingTickets } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { formatPrice } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { recordAirlineChange } from '../airline-changes/record-airline-change.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { readPdf } from '../testing/read-pdf.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { newVisitor, origin } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();

/** A confirmed booking by a guest whose browser has the cookie of a visitor and, unless the address has one already, of an account. */
async function book(changes: Parameters<typeof createPassenger>[0] = {}) {
  const offer = await harness.getFreshOffer({}, ({ conditions }) => conditions.refundable === true);
  const passenger = createPassenger(changes);
  const request = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
  const visitor = newVisitor();
  const { body, cookies } = await harness.send(service, 'POST', '/api/bookings', request, {
    'idempotency-key': randomUUID(),
    ...visitor,
  });
  expect(body.status, JSON.stringify(body)).toBe('confirmed');
  return {
    ...{ id: body.id, orderId: body.duffelBookingId ?? '', reference: body.bookingReference ?? '' },
    email: passenger.email ?? '',
    visitor,
    session: { cookie: `session=${cookies.session}` },
  };
}
type Booked = Awaited<ReturnType<typeof book>>;

/** On a slow machine the outbox gives the account to the booking, beside the request or after its answer. */
const waitForAccount = ({ id }: Booked) =>
  eventually(() =>
    harness.db
      .selectFrom('outbox')
      .select('id')
      .where('subject', '=', id)
      .where('kind', '=', 'guest_account')
      .where('done_at', 'is not', null)
      .where(sql<boolean>`lease_until is null or lease_until < now()`)
      .executeTakeFirst(),
  );

async function download(
  { id }: Pick<Booked, 'id'>,
  file: 'calendar' | 'document',
  headers: Record<string, string>,
): Promise<{ status: number; headers: Headers; content: Buffer }> {
  const response = await fetch(`${service.url}/api/bookings/${id}/${file}`, {
    headers: { origin, ...headers },
  });
  const { status } = response;
  return { status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

describe.each(['calendar', 'document'] as const)('[DOC-03] the %s file of a booking', (file) => {
  it('is for its owner only', async () => {
    const [booking, other] = [await book(), await book()];
    expect((await download(booking, file, {})).status).toBe(401);
    expect((await download(booking, file, other.session)).status).toBe(404);
    // The guest has an account, from which the browser may be signed out.
    expect((await download(booking, file, booking.visitor)).status).toBe(401);
    expect((await download({ id: 'unknown' }, file, booking.session)).status).toBe(404);
    const own = await download(booking, file, booking.session);
    expect(own.status).toBe(200);
    expect(own.headers.get('cache-control')).toBe('no-store');
  });

  it('is for the browser that has booked it while it is in no account', async () => {
    const booking = await book();
    await waitForAccount(booking);
    await harness.db.updateTable('bookings').set({ user_id: null }).where('id', '=', booking.id).execute();
    expect((await download(booking, file, newVisitor())).status).toBe(401);
    expect((await download(booking, file, booking.visitor)).status).toBe(200);
  });

  it('is of no booking that the airline has not confirmed', async () => {
    const booking = await book();
    const change = (state: 'pending' | 'needs_review' | 'voided') =>
      harness.db.updateTable('bookings').set({ state }).where('id', '=', booking.id).execute();
    for (const state of ['needs_review', 'voided', 'pending'] as const) {
      await change(state);
      expect((await download(booking, file, booking.session)).status).toBe(404);
    }
  });
});

describe('[DOC-03] the travel document', () => {
  const readDocument = async (booking: Booked) => {
    const { headers, content } = await download(booking, 'document', booking.session);
    return { headers, content, ...(await readPdf(content)) };
  };
  const listStored = ({ id }: Booked) =>
    harness.db.selectFrom('travel_documents').selectAll().where('booking_id', '=', id).execute();

  it('says what the trip says, and is stored', async () => {
    const booking = await book({ firstName: 'Łucja', lastName: 'Őry-Ğüneş' });
    const path = `/api/bookings/${booking.id}`;
    const read = async (part = '') =>
      (await harness.send(service, 'GET', `${path}${part}`, undefined, booking.session)).body as unknown;
    const trip = (await read()) as BookingDetail;
    const { tickets } = (await read('/tickets')) as BookingTickets;
    const data = JSON.parse(trip.bookingData) as BookingData;

    const { headers, content, text, title } = await readDocument(booking);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Fareline-${booking.reference}.pdf"`,
    );
    expect(title).toBe(`Travel document ${booking.reference}, Fareline`);
    const flights = data.slices.flatMap(({ segments }) => segments);
    expect(tickets).not.toEqual([]);
    for (const fact of [
      `Booking reference ${booking.reference}`,
      `Łucja Őry-Ğüneş Adult ${tickets[0]?.number}`,
      ...flights.flatMap(({ flight_number, departing_at, arriving_at, origin, destination }) => [
        `${flight_number}`,
        `${departing_at?.slice(11, 16)} ${origin.city_name} (${origin.iata_code})`,
        `${arriving_at?.slice(11, 16)} ${destination.city_name} (${destination.iata_code})`,
      ]),
      `Total (${data.total_currency}) ${formatPrice(data.total_amount, data.total_currency)}`,
      'Card Visa •••• 4242',
      `${origin}/my-trips/${booking.id}`,
    ])
      expect(text).toContain(fact);
    const [stored] = await listStored(booking);
    expect(stored?.content.equals(content)).toBe(true);
    // A new document would have other bytes, because they name the second at which they were made.
    expect((await readDocument(booking)).content.equals(content)).toBe(true);
    expect(await listStored(booking)).toEqual([stored]);
  });

  it('is made again when tickets are issued late, flights move and the booking is cancelled', async () => {
    const booking = await book();
    await harness.setTickets(booking.orderId, 'withheld');
    const change = (values: { tickets?: string; tickets_read_at: Date | null }) =>
      harness.db.updateTable('bookings').set(values).where('id', '=', booking.id).execute();
    await change({ tickets: '[]', tickets_read_at: null });
    const awaited = await readDocument(booking);
    expect(awaited.text).toContain('Being issued by the airline');

    await harness.setTickets(booking.orderId, 'issued');
    await change({ tickets_read_at: null });
    const issued = await readDocument(booking);
    expect(issued.text).not.toContain('Being issued');
    expect(issued.text).toMatch(/Adult \d{3}-\d{10}/);

    await harness.changeOrder(booking.orderId, { delay_minutes: 90 });
    await recordAirlineChange(harness.createJobDeps(), {
      ...{ mode: 'test', orderId: booking.orderId, eventId: 'wev_2' },
    });
    const moved = await readDocument(booking);
    expect(moved.text).toContain('The airline has changed these flights');

    await cancel(booking);
    const cancelled = await readDocument(booking);
    expect(cancelled.text).toContain('This booking is cancelled.');
    expect(cancelled.text).toMatch(/(is being|was) refunded to your Visa card ending 4242/);
    expect(await listStored(booking)).toHaveLength(1);
  });

  it('is deleted with its booking', async () => {
    const booking = await book();
    await readDocument(booking);
    expect(await listStored(booking)).toHaveLength(1);
    await sql`
      with referring as (delete from booking_steps where booking_id = ${booking.id}),
        locks as (delete from booking_locks where booking_id = ${booking.id}),
        keys as (update idempotency_keys set booking_id = null where booking_id = ${booking.id})
      update payments set booking_id = null where booking_id = ${booking.id}`.execute(harness.db);
    await harness.db.deleteFrom('bookings').where('id', '=', booking.id).execute();
    expect(await listStored(booking)).toEqual([]);
  });
});

describe('[DOC-04] the calendar file', () => {
  const readCalendar = async (booking: Booked) => {
    const { headers, content } = await download(booking, 'calendar', booking.session);
    return { headers, text: content.toString() };
  };

  it('is from the brand, and is counted up when the airline moves the flights', async () => {
    const booking = await book();
    const before = await readCalendar(booking);
    expect(before.headers.get('content-disposition')).toBe(
      `attachment; filename="Fareline-${booking.reference}.ics"`,
    );
    expect(before.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH');
    expect(before.text).toContain(`Booking reference ${booking.reference}`);
    expect(before.text).toMatch(/SEQUENCE:0\r\n/);

    await harness.changeOrder(booking.orderId, { delay_minutes: 90 });
    await recordAirlineChange(harness.createJobDeps(), {
      ...{ mode: 'test', orderId: booking.orderId, eventId: 'wev_1' },
    });
    const after = await readCalendar(booking);
    const read = (text: string, name: string) => text.match(new RegExp(`^${name}:.*`, 'gm'));
    expect(read(after.text, 'UID')).toEqual(read(before.text, 'UID'));
    expect(read(after.text, 'DTSTART')).not.toEqual(read(before.text, 'DTSTART'));
    expect(after.text).toMatch(/SEQUENCE:1\r\n/);
  });

  it('of a cancelled booking takes the events back', async () => {
    const booking = await book();
    await cancel(booking);
    const { text } = await readCalendar(booking);
    expect(text).toContain('METHOD:CANCEL');
    expect(text).toMatch(/SEQUENCE:1\r\n/);
  });
});

async function cancel({ id, session }: Booked): Promise<void> {
  const path = `/api/bookings/${id}`;
  const quote = await harness.send(service, 'POST', `${path}/cancellation-quote`, undefined, session);
  const body = { quote_id: quote.body.quote_id };
  expect((await harness.send(service, 'POST', `${path}/cancel`, body, session)).status).toBe(200);
  await eventually(async () =>
    (await harness.send(service, 'GET', path, undefined, session)).body.status === 'cancelled'
      ? true
      : undefined,
  );
}

describe('[DOC-03] the mails of a booking', () => {
  it('carry the travel document and the calendar file, of the tickets and flights that the mail has', async () => {
    const booking = await book();
    const [mail] = await harness.waitForMails(booking, 1);
    const names = ['pdf', 'ics'].map((extension) => `Fareline-${booking.reference}.${extension}`);
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(names);
    expect(mail?.text).toContain(`Attached: ${names.join(', ')}`);
    const [number] = /\d{3}-\d{10}/.exec(mail!.text)!;
    const { text } = await readPdf(await harness.getAttachment(mail!, 1));
    expect(text).toContain(number);
    const calendar = (await harness.getAttachment(mail!, 2)).toString();
    expect(calendar).toContain('METHOD:PUBLISH');
    expect(calendar).toContain(`Booking reference ${booking.reference}`);
  });

  it('about a cancellation take the flights from the calendar', async () => {
    const booking = await book();
    const path = `/api/bookings/${booking.id}`;
    const send = (method: string, part: string, body?: object) =>
      harness.send(service, method, `${path}${part}`, body, booking.session);
    const { quote_id } = (await send('POST', '/cancellation-quote')).body as unknown as { quote_id: string };
    expect((await send('POST', '/cancel', { quote_id })).status).toBe(200);
    const mails = await harness.waitForMails(booking, 2);
    const cancelled = mails.find(({ subject }) => subject.endsWith('is cancelled'));
    expect(cancelled?.attachments).toHaveLength(2);
    expect((await harness.getAttachment(cancelled!, 2)).toString()).toContain('METHOD:CANCEL');
  });
});

describe('[GUARD-17] the travel document', () => {
  it('[LIMIT-01] is downloaded twenty times a minute of one booking, and is one document for all at once', async () => {
    const booking = await book();
    await harness.db.deleteFrom('travel_documents').where('booking_id', '=', booking.id).execute();
    const wanted = Array.from({ length: 22 }, () => download(booking, 'document', booking.session));
    const files = await Promise.all(wanted);
    const made = files.filter(({ status }) => status === 200);
    expect(files.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(made).toHaveLength(20);
    expect(new Set(made.map(({ content }) => content.toString('base64'))).size).toBe(1);
  });

  it('is one document also for who comes while it is stored', async () => {
    const booking = await book();
    await harness.db.deleteFrom('travel_documents').where('booking_id', '=', booking.id).execute();
    const want = () => download(booking, 'document', booking.session);
    const waiting = await harness.db.transaction().execute(async (transaction) => {
      // Reading goes on, storing waits.
      await sql`lock table travel_documents in exclusive mode`.execute(transaction);
      const first = want();
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_locks where relation = 'travel_documents'::regclass and not granted`.execute(
          harness.db,
        );
        return rows.length > 0 || undefined;
      });
      const second = want();
      // With the database idle, the second has asked for what is stored.
      await setTimeout(500);
      return [first, second];
    });
    const [first, second] = await Promise.all(waiting);
    expect(second?.status).toBe(200);
    expect(second?.content.equals(first!.content)).toBe(true);
  });
});
