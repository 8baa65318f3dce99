import type { Offer, OfferDetails, OfferRefresh, OfferQuote } from '@fareline/contracts';
import { credentialHeader } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findFirstOffer, startHarness, testCredential, type Harness } from '../testing/harness.ts';

let harness: Harness;
let app: FastifyInstance;
beforeAll(async () => {
  harness = await startHarness();
  app = await harness.startReplica();
});
afterEach(() => harness.provider.clearFaults());
afterAll(() => harness.close());

const show = async (id: string, brand = 'default') =>
  (await app.inject({ url: `/api/flights/offer/${id}`, headers: { 'x-brand': brand } })).json<OfferDetails>();
const exchange = async (id: string) =>
  (await app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` })).json<OfferRefresh>();
const quote = (id: string) =>
  app.inject({
    method: 'POST',
    url: `/internal/offers/${id}/quote`,
    headers: { [credentialHeader]: testCredential },
    payload: { brand: 'default', seats: [], live: true },
  });
const saidOf = ({ total_amount, total_currency, slices }: Offer) => ({
  total_amount,
  total_currency,
  fare_brand_name: slices[0]?.fare_brand_name,
});

it('[MONEY-04] an offer that is still what the list said has nothing to tell', async () => {
  const { id } = await findFirstOffer(app);
  expect((await show(id)).listed).toBeNull();
  expect((await show(id)).listed).toBeNull();
});

it('[MONEY-04] another price is shown with the one of the list, as often as one looks', async () => {
  const inList = await findFirstOffer(app);
  await harness.provider.changeOffer(inList.id, { total_amount: '1000.00' });
  for (let look = 0; look < 2; look++)
    expect(await show(inList.id)).toMatchObject({ total_amount: '1230.00', listed: saidOf(inList) });
});

it('[MONEY-01] both prices are those of the visitor’s brand', async () => {
  harness.accounts.state.markups.set('dear.example', 50);
  const inList = await findFirstOffer(app);
  const { total_amount: asked } = await harness.provider.fetchResource(`/air/offers/${inList.id}`);
  await harness.provider.changeOffer(inList.id, { total_amount: '1000.00' });
  expect((await show(inList.id)).listed?.total_amount).toBe(inList.total_amount);
  const dear = await show(inList.id, 'dear.example');
  expect(dear.total_amount).toBe('1500.00');
  expect(Math.abs(Number(dear.listed?.total_amount) - Number(asked) * 1.5)).toBeLessThanOrEqual(0.5);
});

it('[MONEY-04] another fare at the same price is told too', async () => {
  const inList = await findFirstOffer(app);
  await harness.provider.changeOffer(inList.id, { fare_brand_name: 'Quite another fare' });
  const shown = await show(inList.id);
  expect(shown.slices[0]?.fare_brand_name).toBe('Quite another fare');
  expect(shown).toMatchObject({ total_amount: inList.total_amount, listed: saidOf(inList) });
});

it('[MONEY-04] a difference that no traveller can see is none', async () => {
  const inList = await findFirstOffer(app);
  const raw = await harness.provider.fetchResource(`/air/offers/${inList.id}`);
  // Without an uplift both come to the same whole unit.
  harness.accounts.state.markups.set('free.example', 0);
  const whole = Math.round(Number(raw.total_amount));
  const near = raw.total_amount === `${whole}.00` ? `${whole}.10` : `${whole}.00`;
  await harness.provider.changeOffer(inList.id, { total_amount: near });
  const shown = await show(inList.id, 'free.example');
  expect(shown).toMatchObject({ total_amount: `${whole}.00`, listed: null });
});

it('[PROVIDER-02][PROVIDER-33] an exchange and a quote compare with what was shown last, not with the list', async () => {
  const inList = await findFirstOffer(app);
  await harness.provider.changeOffer(inList.id, { total_amount: '1000.00' });
  await show(inList.id);
  const answer = await exchange(inList.id);
  expect(answer).toMatchObject({ price_changed: true, previous_total_amount: '1230.00' });
  expect(answer.offer.total_amount).toBe(inList.total_amount);
  expect((await quote(answer.offer.id)).json<OfferQuote>().amount).toBe(inList.total_amount);
});

it('[PROVIDER-02] a fare that has become another one is not exchanged for the old one', async () => {
  const { id } = await findFirstOffer(app);
  await harness.provider.changeOffer(id, { fare_brand_name: 'Quite another fare' });
  await show(id);
  expect(await exchange(id)).toMatchObject({ error: 'OFFER_UNAVAILABLE' });
});

it('[PROVIDER-33] an offer of one’s own was in no list', async () => {
  const { offer } = await exchange((await findFirstOffer(app)).id);
  await harness.provider.changeOffer(offer.id, { total_amount: '3000.00' });
  expect((await quote(offer.id)).json()).toMatchObject({ error: 'PRICE_CHANGED' });
  expect(await show(offer.id)).toMatchObject({ total_amount: '3690.00', listed: null });
});

it('[API-36] one that ends between list and click is said to be gone, from then on', async () => {
  const { id } = await findFirstOffer(app);
  await harness.provider.changeOffer(id, { expire: true });
  for (let click = 0; click < 2; click++)
    expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
      error: 'OFFER_EXPIRED',
    });
});
