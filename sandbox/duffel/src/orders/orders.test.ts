import { describe, expect, it } from 'vitest';
import type { CreateOrder, Offer } from '@duffel/api/types';
import {
  toCents,
  fetchCheapestOffer,
  describeError,
  buildInstantOrder,
  buildPassengers,
  listSeats,
  startSandbox,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

const book = async (order: CreateOrder) => sandbox.duffel.orders.create(order);
const FAMILY = { passengers: [{ type: 'adult' as const }, { age: 7 }, { age: 1 }] };

/** Builds the order of an offer with changed fields of one passenger. */
function withPassenger(offer: Offer, change: Record<string, unknown>, index = 0): CreateOrder {
  const passengers = buildPassengers(offer);
  return buildInstantOrder(offer, {
    passengers: passengers.map((passenger, position) =>
      position === index ? { ...passenger, ...change } : passenger,
    ) as CreateOrder['passengers'],
  });
}

describe('orders', () => {
  it.each([
    ['a wrong phone number', { phone_number: '020 8016 0509' }, 'invalid_phone_number'],
    ['no email address', { email: 'nobody' }, 'invalid_email_address'],
    ['an unknown title', { title: 'sir' }, 'invalid_passenger_title'],
    ['a name with digits', { given_name: 'R2D2' }, 'invalid_passenger_name'],
    ['no family name', { family_name: '' }, 'validation_required'],
    ['a gender Duffel does not know', { gender: 'x' }, 'validation_inclusion'],
    ['a child booked as an adult', { born_on: '2020-02-02' }, 'order_passengers_incompatible_with_offer'],
    ['an unknown passenger', { id: 'pas_0000nobody' }, 'linked_record_not_found'],
  ])('are rejected for %s, and nothing is booked', async (_name, change, code) => {
    const offer = await fetchCheapestOffer(sandbox);
    expect(await describeError(book(withPassenger(offer, change)))).toBe(`422 validation_error/${code}`);
    expect((await sandbox.duffel.orders.list({ offer_id: offer.id } as never)).data).toEqual([]);
  });

  it('require a passport that is valid on the last departure if the offer requires documents', async () => {
    const offer = await fetchCheapestOffer(sandbox, 'JFK', 'LHR');
    expect(await describeError(book(withPassenger(offer, { identity_documents: [] })))).toBe(
      '422 validation_error/validation_required',
    );
    const expiredPassport = [
      { type: 'passport', unique_identifier: 'P1', issuing_country_code: 'GB', expires_on: '2020-01-01' },
    ];
    expect(await describeError(book(withPassenger(offer, { identity_documents: expiredPassport })))).toBe(
      '422 validation_error/validation_date_in_past',
    );
    expect((await book(buildInstantOrder(offer))).status).toBe(201);
  });

  it('require one adult for every infant and every passenger of the offer once, with different names', async () => {
    const offer = await fetchCheapestOffer(sandbox, 'BOS', 'MIA', FAMILY);
    expect(await describeError(book(withPassenger(offer, { infant_passenger_id: undefined })))).toBe(
      '422 validation_error/validation_required',
    );
    expect(
      await describeError(book(buildInstantOrder(offer, { passengers: buildPassengers(offer).slice(0, 2) }))),
    ).toBe('422 validation_error/validation_length');
    expect(await describeError(book(withPassenger(offer, { given_name: 'Amelia' }, 1)))).toBe(
      '422 validation_error/duplicate_passenger_name',
    );
    const { data } = await book(buildInstantOrder(offer));
    expect(data.passengers.map((passenger) => passenger.type)).toEqual([
      'adult',
      'child',
      'infant_without_seat',
    ]);
  });

  it('have their tickets later when the airline is late', async () => {
    const { data } = await book(buildInstantOrder(await fetchCheapestOffer(sandbox)));
    const setTickets = (tickets: string) => sandbox.callControl('POST', `orders/${data.id}`, { tickets });
    await setTickets('withheld');
    expect((await sandbox.duffel.orders.get(data.id)).data.documents).toEqual([]);
    await setTickets('issued');
    expect((await sandbox.duffel.orders.get(data.id)).data.documents).toEqual(data.documents);
  });

  it('require a payment of the exact price in the currency of the offer, from the balance', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    const bookWithPayment = (type: string, amount: string, currency: string) =>
      describeError(
        book(buildInstantOrder(offer, { payments: [{ type, amount, currency }] as CreateOrder['payments'] })),
      );
    expect(await bookWithPayment('balance', '1.00', 'USD')).toBe(
      '422 validation_error/payment_amount_does_not_match_order_amount',
    );
    expect(await bookWithPayment('balance', offer.total_amount, 'GBP')).toBe(
      '422 validation_error/payment_currency_does_not_match_order_currency',
    );
    expect(await bookWithPayment('cheque', offer.total_amount, 'USD')).toBe(
      '422 validation_error/validation_inclusion',
    );
    expect(await describeError(book(buildInstantOrder(offer, { payments: [] })))).toBe(
      '422 validation_error/validation_required',
    );
    expect((await book(buildInstantOrder(offer))).status).toBe(201);
  });

  it('return price_changed for the old price until the new price has been read', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    await sandbox.callControl('POST', `offers/${offer.id}`, { total_amount: '777.77' });
    expect(await describeError(book(buildInstantOrder(offer)))).toBe('422 airline_error/price_changed');
    const current = (await sandbox.duffel.offers.get(offer.id)).data;
    expect((await book(buildInstantOrder(current))).data.total_amount).toBe('777.77');
  });

  it('are rejected for expired, unavailable and unknown offers', async () => {
    const expired = await fetchCheapestOffer(sandbox);
    await sandbox.callControl('POST', `offers/${expired.id}`, { expire: true });
    expect(await describeError(book(buildInstantOrder(expired)))).toBe('422 validation_error/offer_expired');
    const unavailable = await fetchCheapestOffer(sandbox);
    await sandbox.callControl('POST', `offers/${unavailable.id}`, { unavailable: true });
    expect(await describeError(book(buildInstantOrder(unavailable)))).toBe(
      '422 airline_error/offer_no_longer_available',
    );
    expect(await describeError(book(buildInstantOrder({ ...unavailable, id: 'off_0000never' })))).toBe(
      '422 validation_error/linked_record_not_found',
    );
  });

  it('have tickets, services in the total, seats and metadata', async () => {
    const offer = await fetchCheapestOffer(sandbox, 'JFK', 'LHR', FAMILY);
    const bag = offer.available_services[0];
    const maps = (await sandbox.duffel.seatMaps.get({ offer_id: offer.id })).data;
    const seat = listSeats(maps[0]).flatMap((element) => element.available_services)[0];
    const services = [bag?.id, seat?.id].map((id) => ({ id: id ?? '', quantity: 1 }));
    const total = (
      (toCents(offer.total_amount) + toCents(bag?.total_amount) + toCents(seat?.total_amount)) /
      100
    ).toFixed(2);
    const { data } = await book(
      buildInstantOrder(offer, {
        services,
        metadata: { booking: '42' },
        payments: [{ type: 'balance', amount: total, currency: 'USD' }],
      }),
    );
    expect(data.total_amount).toBe(total);
    expect(toCents(data.base_amount) + toCents(data.tax_amount)).toBe(toCents(data.total_amount));
    expect(data.metadata).toEqual({ booking: '42' });
    expect(data.documents?.filter((document) => document.type === 'electronic_ticket')).toHaveLength(3);
    // As Duffel sends them: each with an id of its own, all else as it was offered.
    expect(data.services).toMatchObject([
      { type: 'baggage', quantity: 1, total_amount: bag?.total_amount, passenger_ids: bag?.passenger_ids },
      { type: 'seat', quantity: 1, total_amount: seat?.total_amount, passenger_ids: [seat?.passenger_id] },
    ]);
    for (const { id } of data.services) expect(id).toMatch(/^ser_0000/);
    expect(data.slices[0]?.segments[0]?.passengers[0]?.seat?.designator).toBeTruthy();
    expect((await sandbox.duffel.orders.get(data.id)).data).toEqual(data);
    expect(await describeError(sandbox.duffel.orders.get('ord_0000nothing'))).toBe(
      '404 invalid_request_error/not_found',
    );
  });

  it('make a booked seat unavailable until the order is cancelled', async () => {
    const offer = await fetchCheapestOffer(sandbox, 'JFK', 'LAX');
    const listFirstFlightSeats = async (id: string) =>
      listSeats((await sandbox.duffel.seatMaps.get({ offer_id: id })).data[0]);
    const seat = (await listFirstFlightSeats(offer.id)).find(
      (candidate) => candidate.available_services.length > 0,
    );
    const service = seat?.available_services[0];
    const amount = ((toCents(offer.total_amount) + toCents(service?.total_amount)) / 100).toFixed(2);
    const otherOffer = await fetchCheapestOffer(sandbox, 'JFK', 'LAX');
    const otherSeat = (await listFirstFlightSeats(otherOffer.id)).find(
      (candidate) => candidate.designator === seat?.designator,
    );
    const { data: order } = await book(
      buildInstantOrder(offer, {
        services: [{ id: service?.id ?? '', quantity: 1 }],
        payments: [{ type: 'balance', amount, currency: 'USD' }],
      }),
    );
    const lateOrder = buildInstantOrder(otherOffer, {
      services: [{ id: otherSeat?.available_services[0]?.id ?? '', quantity: 1 }],
    });
    expect(await describeError(book(lateOrder))).toBe('422 airline_error/ancillary_service_not_available');
    const bookedSeat = (await listFirstFlightSeats(otherOffer.id)).find(
      (candidate) => candidate.designator === seat?.designator,
    );
    expect(bookedSeat?.available_services).toEqual([]);
    const quote = await sandbox.duffel.orderCancellations.create({ order_id: order.id });
    await sandbox.duffel.orderCancellations.confirm(quote.data.id);
    const releasedSeat = (await listFirstFlightSeats(otherOffer.id)).find(
      (candidate) => candidate.designator === seat?.designator,
    );
    expect(releasedSeat?.available_services).toHaveLength(1);
  });

  it('are created once for an offer request with concurrent bookings', async () => {
    const offer = await fetchCheapestOffer(sandbox);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => describeError(book(buildInstantOrder(offer)))),
    );
    expect(results.filter((result) => result === 'no error')).toHaveLength(1);
    expect(
      results.filter((result) => result === '422 validation_error/offer_request_already_booked'),
    ).toHaveLength(9);
    const search = (await sandbox.duffel.orders.list({ offer_id: offer.id } as never)).data;
    expect(search).toHaveLength(1);
  });

  it('are listed by page, newest first', async () => {
    const isolatedSandbox = await startSandbox();
    const createdIds: string[] = [];
    for (let count = 0; count < 5; count++) {
      const offer = await fetchCheapestOffer(isolatedSandbox);
      createdIds.push((await isolatedSandbox.duffel.orders.create(buildInstantOrder(offer))).data.id);
    }
    const listedIds: string[] = [];
    let page = await isolatedSandbox.duffel.orders.list({ limit: 2 } as never);
    for (;;) {
      listedIds.push(...page.data.map((order) => order.id));
      if (!page.meta?.after) break;
      page = await isolatedSandbox.duffel.orders.list({ limit: 2, after: page.meta.after } as never);
    }
    expect(listedIds).toEqual([...createdIds].reverse());
  });

  it('are listed by the time of their creation', async () => {
    const isolatedSandbox = await startSandbox();
    const create = async () => {
      const offer = await fetchCheapestOffer(isolatedSandbox);
      return (await isolatedSandbox.duffel.orders.create(buildInstantOrder(offer))).data;
    };
    const [first, second, third] = [await create(), await create(), await create()];
    const list = async (filter: object) =>
      (await isolatedSandbox.duffel.orders.list(filter as never)).data.map(({ id }) => id);
    expect(await list({ 'created_at[before]': third.created_at })).toEqual([second.id, first.id]);
    expect(
      await list({ 'created_at[after]': first.created_at, 'created_at[before]': third.created_at }),
    ).toEqual([second.id]);
  });
});
