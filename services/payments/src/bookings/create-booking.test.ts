import type { Program } from '@fareline/service-kit/testing';
import { eventually } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingFor, cardOf, key, paymentFor, startTown, travellerOf, type Town } from '../testing/town.ts';

let town: Town;
let service: Program;

beforeAll(async () => {
  town = await startTown();
  service = await town.startPayments();
}, 60_000);
afterAll(() => town.stop());

const pay = (body: unknown, headers = key()) =>
  town.send(service, 'POST', '/api/payments/process-card', body, headers);
const book = (body: unknown, headers: Record<string, string> = key()) =>
  town.send(service, 'POST', '/api/bookings', body, headers);

describe('booking', () => {
  it('[API-53] [MONEY-22] [MONEY-23] [GUEST-02] [MAIL-01] holds, orders, captures once, makes the account and mails', async () => {
    const offer = await town.ownOffer();
    const paid = await pay(paymentFor(offer));
    expect(paid.body).toMatchObject({
      success: true,
      amount: offer.total_amount,
      card: { brand: 'visa', last4: '4242' },
    });
    expect((await town.booksOf(offer)).held).toHaveLength(1);

    const traveller = travellerOf();
    const booked = await book(bookingFor(offer, { paymentId: paid.body.paymentId }, [traveller]));
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    expect(booked.body).toMatchObject({ status: 'confirmed', accountCreated: true });
    expect(booked.body.accountInfo?.password).toBeTruthy();
    expect(booked.cookies.session).toBeTruthy();

    const books = await town.booksOf(offer);
    expect(books.orders).toHaveLength(1);
    expect(books.orders[0]?.booking_reference).toBe(booked.body.bookingReference);
    expect(books.captured).toHaveLength(1);
    expect(books.held).toHaveLength(0);

    const session = { cookie: `session=${booked.cookies.session}` };
    const list = await town.send(service, 'GET', '/api/bookings', undefined, session);
    expect(list.body).toMatchObject([{ id: booked.body.id, status: 'confirmed', mode: 'test' }]);

    const mails = await eventually(async () => {
      const found = await town.mailsTo(traveller.email ?? '');
      return found.length > 0 ? found : undefined;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(booked.body.bookingReference ?? 'no reference');
    expect(mails[0]?.text).toContain('/my-trips?claim=');
    expect(mails[0]?.text).not.toContain(booked.body.accountInfo?.password);
  });
});
void cardOf;
