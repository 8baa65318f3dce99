import { createHmac, randomUUID } from 'node:crypto';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { startSharedHarness, webhookSecrets } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();

async function book(email = `ada-${randomUUID()}@example.com`) {
  const offer = await harness.getFreshOffer();
  const passenger = createPassenger({ email });
  const { body, cookies } = await sendAttempt(
    service,
    '/api/bookings',
    createBookingRequest(offer, { cardDetails: createCard() }, [passenger]),
  );
  expect(body.status, JSON.stringify(body)).toBe('confirmed');
  return { id: body.id, email, session: { cookie: `session=${cookies.session}` } };
}
type Booked = Awaited<ReturnType<typeof book>>;

interface EventOptions {
  event?: string;
  severity?: string;
  recipient?: string;
  messageId?: string;
  id?: string;
  reason?: string;
  status?: object;
}

function createMailEvent(
  booking: Pick<Booked, 'id' | 'email'>,
  { event = 'failed', severity = 'permanent', id = randomUUID(), ...options }: EventOptions = {},
  { secret = webhookSecrets.mail, age = 0 } = {},
) {
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const token = randomUUID();
  const signature = createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex');
  const messageId = options.messageId ?? `${booking.id}.mail_confirmed@fareline.example`;
  return {
    signature: { timestamp, token, signature },
    'event-data': {
      ...{ id, event, severity, timestamp: Number(timestamp), recipient: options.recipient ?? booking.email },
      message: { headers: { 'message-id': messageId, subject: 'Your booking is confirmed' } },
      'delivery-status': { code: 550, message: options.reason ?? '5.1.1 No such user', ...options.status },
    },
  };
}

const sendEvent = async (event: object) =>
  (await harness.send(service, 'POST', '/api/webhooks/mail', event)).status;

const readTrip = async ({ id, session }: Booked) =>
  (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, session)).body;

const bounced = (booking: Booked) => ({
  mail_problem: { kind: 'bounced', address: `a…@${booking.email.split('@')[1]}` },
});

describe('the webhook of the mail provider', () => {
  it('refuses an event that is not signed with its secret, or was long ago', async () => {
    const booking = await book();
    const signed = createMailEvent(booking);
    for (const event of [
      createMailEvent(booking, {}, { secret: 'another-secret' }),
      createMailEvent(booking, {}, { age: 90_000 }),
      { ...signed, signature: { ...signed.signature, token: 'another' } },
      { ...signed, signature: { ...signed.signature, signature: '' } },
      { 'event-data': signed['event-data'] },
      {},
    ])
      expect(await sendEvent(event)).toBe(400);
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
    expect(await sendEvent(signed)).toBe(200);
    expect(await harness.getOpenCases(booking.id)).toEqual(['mail_bounced']);
  });

  it('refuses a signature that came with another event, at once and later', async () => {
    const [booking, another] = [await book(), await book()];
    const genuine = createMailEvent(booking);
    const forged = { ...createMailEvent(another), signature: genuine.signature };
    expect(await sendEvent(genuine)).toBe(200);
    expect(await sendEvent(forged)).toBe(400);
    const twice = createMailEvent(another);
    const others = Array.from({ length: 3 }, () => ({
      ...createMailEvent(booking),
      signature: twice.signature,
    }));
    const statuses = await Promise.all([twice, ...others].map(sendEvent));
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400]);
    // The provider sends an event again whose answer was lost.
    expect(await sendEvent(genuine)).toBe(200);
  });

  it('is off without a secret', async () => {
    const other = await harness.startPayments({ MAIL_WEBHOOK_SECRET: '' });
    const event = createMailEvent({ id: randomUUID(), email: 'a@example.com' }, {}, { secret: '' });
    expect((await harness.send(other, 'POST', '/api/webhooks/mail', event)).status).toBe(400);
    await other.kill();
  });

  it('marks the address of the booking once, for traveller and support', async () => {
    const booking = await book();
    expect(await readTrip(booking)).toMatchObject({ mail_problem: null });
    const event = createMailEvent(booking, { recipient: booking.email.toUpperCase() });
    for (const delivery of [event, event]) expect(await sendEvent(delivery)).toBe(200);
    expect(await readTrip(booking)).toMatchObject({
      mail_problem: { kind: 'bounced', address: 'A…@EXAMPLE.COM' },
    });
    const support = await harness.signUpSupport();
    const record = await harness.send(
      service,
      'GET',
      `/api/review/bookings/${booking.id}`,
      undefined,
      support,
    );
    expect(record.body).toMatchObject({
      mailProblem: { kind: 'bounced', reason: '5.1.1 No such user', mail: 'mail_confirmed' },
      cases: [{ kind: 'mail_bounced', summary: 'Mails do not reach the address of the booking.' }],
    });
    const [reviewCase] = record.body.cases as { id: string }[];
    const close = { text: 'Called, will write' };
    const path = `/api/review/cases/${reviewCase?.id}/close`;
    expect((await harness.send(service, 'POST', path, close, support)).status).toBe(200);
    expect(await sendEvent(event)).toBe(200);
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
  });

  it.each(['5.7.1 Blocked by policy', '550-5.7.26 Unauthenticated email', '5.1.8 Sender refused'])(
    '[CARE-04] changes nothing for the traveller when we are refused, and tells the operator: %s',
    async (reason) => {
      const booking = await book();
      expect(await sendEvent(createMailEvent(booking, { reason }))).toBe(200);
      expect(await readTrip(booking)).toMatchObject({ mail_problem: null });
      expect(await harness.getOpenCases(booking.id)).toEqual([]);
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toMatch(/mails_bounced_total\{kind="refused"\} [1-9]/);
      expect(harness.logs()).toContain('a mail server does not take our mails');
    },
  );

  it.each(['5.2.2 Mailbox full', '4.2.2 Over quota'])(
    '[CARE-04] tells that a mailbox takes nothing now, without advice to correct the address: %s',
    async (reason) => {
      const booking = await book();
      expect(await sendEvent(createMailEvent(booking, { reason }))).toBe(200);
      expect(await readTrip(booking)).toMatchObject({ mail_problem: { kind: 'full' } });
      expect(await harness.getOpenCases(booking.id)).toEqual(['mail_bounced']);
    },
  );

  it.each([
    ['full', { code: 552, message: '552 Requested mail action aborted: exceeded storage allocation' }],
    ['full', { code: 550, 'enhanced-code': '5.2.2', message: 'Over quota' }],
    ['full', { code: 421, message: 'Service not available' }],
    ['bounced', { code: 605, message: '', description: 'Not delivering to previously bounced address' }],
  ])('[CARE-04] reads a failure without a status in its words: %s of %o', async (kind, status) => {
    const booking = await book();
    expect(await sendEvent(createMailEvent(booking, { status }))).toBe(200);
    expect(await readTrip(booking)).toMatchObject({ mail_problem: { kind } });
  });

  it('[CARE-04] takes a signed event of another shape', async () => {
    const { signature } = createMailEvent({ id: randomUUID(), email: 'a@example.com' });
    expect(await sendEvent({ signature, 'event-data': { kind: 'new' } })).toBe(200);
  });

  it('takes a reason with characters that no table takes', async () => {
    const booking = await book();
    const reason = `\u0000${'x'.repeat(298)}\u{1f600}`;
    expect(await sendEvent(createMailEvent(booking, { reason }))).toBe(200);
    expect(await harness.getOpenCases(booking.id)).toEqual(['mail_bounced']);
  });

  it('tells a complaint from a mail that came back', async () => {
    const booking = await book();
    expect(await sendEvent(createMailEvent(booking, { event: 'complained' }))).toBe(200);
    expect(await readTrip(booking)).toMatchObject({ mail_problem: { kind: 'complained' } });
    expect(await harness.getOpenCases(booking.id)).toEqual(['mail_bounced']);
  });

  it('accepts what needs nothing: other events, a mail that is tried again, and mails of no booking', async () => {
    const booking = await book();
    for (const options of [
      { event: 'delivered' },
      { event: 'something_new' },
      { severity: 'temporary' },
      { messageId: '0f3a@fareline.example' },
      { messageId: `${randomUUID()}.mail_confirmed@fareline.example` },
      { recipient: 'other@example.com' },
    ])
      expect(await sendEvent(createMailEvent(booking, options)), JSON.stringify(options)).toBe(200);
    const { message: _message, ...withoutMessage } = createMailEvent(booking)['event-data'];
    expect(await sendEvent({ ...createMailEvent(booking), 'event-data': withoutMessage })).toBe(200);
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
    expect(await readTrip(booking)).toMatchObject({ mail_problem: null });
  });

  it('counts what came back and complaints', async () => {
    const count = async (kind: string) => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(new RegExp(`^mails_bounced_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
    };
    const before = [await count('bounced'), await count('complained')] as const;
    const unknown = { id: randomUUID(), email: 'a@example.com' };
    await sendEvent(createMailEvent(unknown));
    await sendEvent(createMailEvent(unknown, { event: 'complained' }));
    expect([await count('bounced'), await count('complained')]).toEqual(before.map((counted) => counted + 1));
  });
});

describe('an address that the mail server refuses', () => {
  it('is marked at once, and not tried again', async () => {
    const booking = await book(`refused+${randomUUID()}@example.com`);
    await eventually(async () => ((await harness.getOpenCases(booking.id)).length > 0 ? true : undefined));
    expect(await readTrip(booking)).toMatchObject({
      mail_problem: { kind: 'bounced', address: 'r…@example.com' },
    });
    const mails = await harness.db
      .selectFrom('outbox')
      .select(['kind', 'attempts', 'done_at'])
      .where('subject', '=', booking.id)
      .where('kind', '=', 'mail_confirmed')
      .execute();
    expect(mails).toMatchObject([{ attempts: 1, done_at: expect.any(Date) }]);
    expect(await harness.getEmails(booking.email)).toEqual([]);
  });
});

describe('another address of the contact', () => {
  it('ends mark, notice and case; what comes back of the one before changes nothing', async () => {
    const booking = await book();
    await sendEvent(createMailEvent(booking));
    expect(await readTrip(booking)).toMatchObject(bounced(booking));
    const support = await harness.signUpSupport();
    const email = `ada-${randomUUID()}@example.org`;
    const change = { actionId: randomUUID(), action: 'contact', email, text: 'A letter was missing' };
    const path = `/api/review/bookings/${booking.id}`;
    expect((await harness.send(service, 'POST', `${path}/actions`, change, support)).status).toBe(200);
    const isDone = async () => {
      const { body } = await harness.send(service, 'GET', path, undefined, support);
      expect(body).toMatchObject({ mailProblem: null, cases: [{ closedBy: expect.any(String) }] });
      expect(await harness.getOpenCases(booking.id)).toEqual([]);
    };
    await isDone();
    await sendEvent(createMailEvent(booking, { messageId: `${booking.id}.mail_contact.1@fareline.example` }));
    await isDone();
    // Before its code is entered, too.
    const messageId = `${booking.id}.mail_contact_code.1@fareline.example`;
    await sendEvent(createMailEvent(booking, { recipient: email, messageId }));
    const { body } = await harness.send(service, 'GET', path, undefined, support);
    expect(body).toMatchObject({ mailProblem: { address: email, mail: 'mail_contact_code' } });
    expect(await harness.getOpenCases(booking.id)).toEqual(['mail_bounced']);
  });
});
