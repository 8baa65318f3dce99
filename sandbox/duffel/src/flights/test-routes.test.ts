import { describe, expect, it } from 'vitest';
import {
  AMOUNT_FORMATS,
  fetchCheapestOffer,
  describeError,
  dateInDays,
  buildInstantOrder,
  buildSearch,
  setCurrency,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

const searchOffers = async (from: string, to: string) =>
  (await sandbox.duffel.offerRequests.create(buildSearch(from, to, dateInDays(40)))).data.offers;

describe("Duffel's documented test routes", () => {
  it('JFK to EWR: no offer requires instant payment', async () => {
    const offers = await searchOffers('JFK', 'EWR');
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.every((offer) => !offer.payment_requirements.requires_instant_payment)).toBe(true);
  });

  it('LHR to DXB: only connecting flights', async () => {
    const offers = await searchOffers('LHR', 'DXB');
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.every((offer) => (offer.slices[0]?.segments.length ?? 0) > 1)).toBe(true);
  });

  it('DXB to AMS: every flight has one stop', async () => {
    const segments = (await searchOffers('DXB', 'AMS')).flatMap((offer) => offer.slices[0]?.segments ?? []);
    expect(segments.length).toBeGreaterThan(0);
    expect(segments.every((segment) => segment.stops.length === 1)).toBe(true);
  });

  it('STN to LHR: the search times out after the supplier timeout', async () => {
    const startedAt = performance.now();
    const search = { ...buildSearch('STN', 'LHR', dateInDays(40)), supplier_timeout: 2_000 };
    expect(await describeError(sandbox.duffel.offerRequests.create(search))).toBe(
      '504 api_error/gateway_timeout_error',
    );
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_950);
  });

  it('LGW to LHR: offers are unavailable when they are read', async () => {
    const [offer] = await searchOffers('LGW', 'LHR');
    expect(await describeError(sandbox.duffel.offers.get(offer?.id ?? ''))).toBe(
      '422 airline_error/offer_no_longer_available',
    );
  });

  it.each([
    ['LHR', 'LGW', '502 airline_error/airline_unknown'],
    ['LGW', 'STN', '422 invalid_state_error/insufficient_balance'],
  ])('%s to %s: the booking fails and creates no order', async (from, to, error) => {
    const offer = await fetchCheapestOffer(sandbox, from, to);
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(offer)))).toBe(error);
    expect((await sandbox.duffel.orders.list({ offer_id: offer.id } as never)).data).toEqual([]);
  });

  it.each(AMOUNT_FORMATS)('LHR to STN: the price rises with every read, in %s', async (currency, format) => {
    await setCurrency(sandbox, currency);
    const first = await fetchCheapestOffer(sandbox, 'LHR', 'STN');
    const second = (await sandbox.duffel.offers.get(first.id)).data;
    expect(Number(second.total_amount) - Number(first.total_amount)).toBeCloseTo(10, 5);
    for (const amount of [second.base_amount, second.tax_amount, second.total_amount])
      expect(amount).toMatch(format);
    expect(await describeError(sandbox.duffel.orders.create(buildInstantOrder(first)))).toBe(
      '422 validation_error/payment_amount_does_not_match_order_amount',
    );
    expect((await sandbox.duffel.orders.create(buildInstantOrder(second))).status).toBe(201);
  });

  it('LHR to LTN: every read of the changes adds one, and only the latest can be accepted', async () => {
    const order = (
      await sandbox.duffel.orders.create(buildInstantOrder(await fetchCheapestOffer(sandbox, 'LHR', 'LTN')))
    ).data;
    const { airlineInitiatedChanges } = sandbox.duffel;
    await airlineInitiatedChanges.list(order.id);
    const [first, second] = (await airlineInitiatedChanges.list(order.id)).data;
    expect(await describeError(airlineInitiatedChanges.accept(first?.id ?? ''))).toBe(
      '422 invalid_state_error/stale_airline_initiated_change_accept',
    );
    expect((await airlineInitiatedChanges.accept(second?.id ?? '')).data.action_taken).toBe('accepted');
    const changed = (await sandbox.duffel.orders.get(order.id)).data;
    expect(changed.slices[0]?.segments[0]?.departing_at).not.toBe(order.slices[0]?.segments[0]?.departing_at);
  });
});
