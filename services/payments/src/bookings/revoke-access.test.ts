import { randomUUID } from 'node:crypto';
import { eventually, uniqueName } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from '../testing/requests.ts';
import { newVisitor, noVisitor, origin } from '../testing/send-request.ts';
import { capabilities } from './revoke-access.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
const support = await harness.signUpSupport();

type Headers = Record<string, string>;
const post = (path: string, body: object | undefined, headers: Headers = noVisitor) =>
  harness.send(service, 'POST', `/api/bookings${path}`, body, headers);
const read = async (id: string, headers: Headers) =>
  (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, headers)).status;
/** A browser that has nothing but these cookies. */
const only = (...cookies: string[]) => ({ cookie: [...cookies, noVisitor.cookie].join('; ') });

/** An account with an email address; returns its session. */
async function register(email: string): Promise<string> {
  const user = { username: uniqueName('user'), password: 'correct horse 7' };
  const names = { email, firstName: 'Ada', lastName: 'Byron' };
  await harness.send(harness.accounts, 'POST', '/api/auth/register', { ...user, ...names });
  const { cookies } = await harness.send(harness.accounts, 'POST', '/api/auth/login', user);
  return `session=${cookies.session}`;
}

async function book(email: string, session?: string) {
  const offer = await harness.getFreshOffer();
  const visitor = newVisitor();
  const cookie = [session, visitor.cookie].filter(Boolean).join('; ');
  const request = createBookingRequest(offer, { cardDetails: createCard() }, [createPassenger({ email })]);
  const headers = { ...idempotencyHeader(), cookie };
  const { body, cookies } = await harness.send(service, 'POST', '/api/bookings', request, headers);
  expect(body.status, JSON.stringify(body)).toBe('confirmed');
  return {
    key: headers['idempotency-key'],
    ...{ id: body.id, email, visitor, statusToken: body.statusToken, session: `session=${cookies.session}` },
    search: { reference: body.bookingReference ?? '', lastName: 'Byron' },
  };
}
type Booked = Awaited<ReturnType<typeof book>>;
const newAddress = () => `${randomUUID()}@example.com`;

async function correct({ id }: Booked, email = newAddress()): Promise<string> {
  const change = { actionId: randomUUID(), action: 'contact', email, text: 'A letter was missing' };
  const { status, body } = await harness.send(
    service,
    'POST',
    `/api/review/bookings/${id}/actions`,
    change,
    support,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return email;
}

/** Makes a corrected address effective. */
async function enterCode({ search }: Booked, email: string) {
  const code = await findInMails(email, /^(\d{6})\r?$/m);
  expect((await post('/open', { ...search, code })).status).toBe(200);
}

const findInMails = (email: string, pattern: RegExp) =>
  eventually(async () => {
    const texts = (await harness.getEmails(email)).map(({ text }) => text.replaceAll(/=\r?\n/g, ''));
    return texts.map((text) => pattern.exec(text)?.[1]).find(Boolean);
  });

async function mailCode({ email, search }: Booked) {
  expect((await post('/find', search)).status).toBe(200);
  return findInMails(email, /^(\d{6})\r?$/m);
}

/** A booking that can be opened, and whether that works. */
const uses: Record<keyof typeof capabilities, () => Promise<[Booked, () => Promise<boolean>]>> = {
  async mailedCode() {
    const booked = await book(newAddress());
    const code = await mailCode(booked);
    return [booked, async () => (await post('/open', { ...booked.search, code })).status === 200];
  },
  async repeatedRequest() {
    const email = newAddress();
    const session = await register(email);
    const booked = await book(email, session);
    const headers = { ...idempotencyHeader(booked.key), ...only(session) };
    return [booked, async () => 'statusToken' in (await post('/resume', undefined, headers)).body];
  },
  async openedBrowser() {
    const booked = await book(newAddress());
    const code = await mailCode(booked);
    const { cookies } = await post('/open', { ...booked.search, code });
    return [booked, async () => (await read(booked.id, only(`trip=${cookies.trip}`))) === 200];
  },
  async statusLink() {
    const booked = await book(newAddress());
    return [booked, async () => (await post('/status', { token: booked.statusToken })).status === 200];
  },
  async claimLink() {
    const email = newAddress();
    await register(email);
    const booked = await book(email);
    const token = await findInMails(email, /claim=([\w-]+)/);
    const other = await register(newAddress());
    return [booked, async () => (await post('/claim', { token }, only(other))).status === 200];
  },
  async account() {
    const booked = await book(newAddress());
    return [
      booked,
      async () => {
        const headers = only(booked.session);
        const pdf = await fetch(`${service.url}/api/bookings/${booked.id}/document`, {
          headers: { origin, ...headers },
        });
        const { body } = await harness.send(service, 'GET', '/api/bookings', undefined, headers);
        return (
          (await read(booked.id, headers)) === 200 ||
          pdf.status === 200 ||
          JSON.stringify(body).includes(booked.id)
        );
      },
    ];
  },
};

describe('[GUARD-11] an address that support has corrected', () => {
  it.each(Object.entries(uses))('opens the booking no more by %s', async (_, use) => {
    const [[, opensBefore], [booked, opensAfter]] = [await use(), await use()];
    expect(await opensBefore()).toBe(true);
    await correct(booked);
    expect(await opensAfter()).toBe(false);
  });

  it.each(['the address', 'another address'])(
    'opens nothing by an account with %s that had claimed the booking',
    async (of) => {
      const email = newAddress();
      const own = await register(email);
      const session = of === 'the address' ? own : await register(newAddress());
      const booked = await book(email);
      const token = await findInMails(email, /claim=([\w-]+)/);
      expect((await post('/claim', { token }, only(session))).status).toBe(200);
      expect(await read(booked.id, only(session))).toBe(200);
      await correct(booked);
      expect(await read(booked.id, only(session))).toBe(404);
    },
  );

  it('leaves the booking to the browser that booked it, whose repeats give the account nothing back', async () => {
    const booked = await book(newAddress());
    await correct(booked);
    const calendar = await fetch(`${service.url}/api/bookings/${booked.id}/calendar`, {
      headers: { origin, ...booked.visitor },
    });
    expect(calendar.status).toBe(200);
    expect((await post('/status', { token: booked.statusToken }, booked.visitor)).status).toBe(410);
    expect(await read(booked.id, only(booked.session))).toBe(404);
  });

  it('leaves the booking to an account with another address', async () => {
    const session = await register(newAddress());
    const booked = await book(newAddress(), session);
    await correct(booked);
    expect(await read(booked.id, only(session))).toBe(200);
  });

  it('gives the new address links that work, also after a second correction', async () => {
    const booked = await book(newAddress());
    const former = await findInMails(booked.email, /claim=([\w-]+)/);
    await correct(booked);
    const email = await correct(booked);
    await enterCode(booked, email);
    const resend = { actionId: randomUUID(), action: 'resend', mail: 'mail_confirmed', text: 'As asked' };
    const path = `/api/review/bookings/${booked.id}/actions`;
    expect(await harness.send(service, 'POST', path, resend, support)).toMatchObject({ status: 200 });
    const token = await findInMails(email, /claim=([\w-]+)/);
    const session = await register(email);
    expect(token).not.toBe(former);
    expect((await post('/claim', { token }, only(session))).body.id).toBe(booked.id);
    expect(await read(booked.id, only(session))).toBe(200);
  });
});
