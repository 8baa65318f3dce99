import type { Offer, OfferDetails, OfferRefresh, OfferQuote } from '@fareline/contracts';
import { afterEach, expect, it } from 'vitest';
import {
  findFirstOffer,
  paymentsHeaders,
  search,
  startSharedHarness,
  uniqueSearch,
} from '../testing/harness.ts';

const harness = await startSharedHarness();
const app = await harness.startReplica();
afterEach(() => harness.provider.clearFaults());

const openOffer = async (id: string, brand = 'default') =>
  (await app.inject({ url: `/api/flights/offer/${id}`, headers: { 'x-brand': brand } })).json<OfferDetails>();
const refresh = async (id: string, price = '') =>
  (
    await app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh?price=${price}` })
  ).json<OfferRefresh>();
const quote = (id: string) =>
  app.inject({
    method: 'POST',
    url: `/internal/offers/${id}/quote`,
    headers: paymentsHeaders,
    payload: { brand: 'default', seats: [], live: true },
  });
const toListed = ({ total_amount, total_currency, slices }: Offer) => ({
  total_amount,
  total_currency,
  fare_brand_name: slices[0]?.fare_brand_name,
});

it('[MONEY-04] returns no listed price for an unchanged offer', async () => {
  const { id } = await findFirstOffer(app);
  expect((await openOffer(id)).listed).toBeNull();
  expect((await openOffer(id)).listed).toBeNull();
});

it('[MONEY-04] returns the listed price with a changed price on every request', async () => {
  const listed = await findFirstOffer(app);
  await harness.provider.changeOffer(listed.id, { total_amount: '1000.00' });
  for (let count = 0; count < 2; count++)
    expect(await openOffer(listed.id)).toMatchObject({ total_amount: '1230.00', listed: toListed(listed) });
});

it('[LIST-02] ends the cached list of an offer whose price has changed, and of no other', async () => {
  const query = uniqueSearch();
  const [same, changed] = (await search(app, query)).offers;
  const searches = await harness.provider.countSearches();
  await openOffer(same!.id);
  await search(app, query);
  expect(await harness.provider.countSearches()).toBe(searches);
  await harness.provider.changeOffer(changed!.id, { total_amount: '1000.00' });
  await openOffer(changed!.id);
  await search(app, query);
  expect(await harness.provider.countSearches()).toBe(searches + 1);
  expect((await openOffer(same!.id)).id).toBe(same!.id);
});

it('[MONEY-01] applies the markup of the brand to both prices', async () => {
  harness.accounts.state.markups.set('expensive.example', 50);
  const listed = await findFirstOffer(app);
  const { total_amount: providerAmount } = await harness.provider.fetchResource(`/air/offers/${listed.id}`);
  await harness.provider.changeOffer(listed.id, { total_amount: '1000.00' });
  expect((await openOffer(listed.id)).listed?.total_amount).toBe(listed.total_amount);
  const expensive = await openOffer(listed.id, 'expensive.example');
  expect(expensive.total_amount).toBe('1500.00');
  expect(Math.abs(Number(expensive.listed?.total_amount) - Number(providerAmount) * 1.5)).toBeLessThanOrEqual(
    0.5,
  );
});

it('[MONEY-04] returns the listed fare when only the fare has changed', async () => {
  const listed = await findFirstOffer(app);
  await harness.provider.changeOffer(listed.id, { fare_brand_name: 'Another fare' });
  const shown = await openOffer(listed.id);
  expect(shown.slices[0]?.fare_brand_name).toBe('Another fare');
  expect(shown).toMatchObject({ total_amount: listed.total_amount, listed: toListed(listed) });
});

it('[MONEY-04] ignores a change that does not change the traveller’s price', async () => {
  const listed = await findFirstOffer(app);
  const providerOffer = await harness.provider.fetchResource(`/air/offers/${listed.id}`);
  // Without markup both amounts round to the same whole unit.
  harness.accounts.state.markups.set('free.example', 0);
  const whole = Math.round(Number(providerOffer.total_amount));
  const sameRounded = providerOffer.total_amount === `${whole}.00` ? `${whole}.10` : `${whole}.00`;
  await harness.provider.changeOffer(listed.id, { total_amount: sameRounded });
  const shown = await openOffer(listed.id, 'free.example');
  expect(shown).toMatchObject({ total_amount: `${whole}.00`, listed: null });
});

it('[PROVIDER-02][PROVIDER-33] refresh and quote compare with the price shown last, not with the listed price', async () => {
  const listed = await findFirstOffer(app);
  await harness.provider.changeOffer(listed.id, { total_amount: '1000.00' });
  await openOffer(listed.id);
  const refreshed = await refresh(listed.id);
  expect(refreshed).toMatchObject({ price_changed: true, previous_total_amount: '1230.00' });
  expect(refreshed.offer.total_amount).toBe(listed.total_amount);
  expect((await quote(refreshed.offer.id)).json<OfferQuote>().amount).toBe(listed.total_amount);
});

it('[PRICE-01] a refresh compares with the price that the screen showed, though another request has stored another', async () => {
  const listed = await findFirstOffer(app);
  const { id, total_amount: shown } = listed;
  await harness.provider.changeOffer(id, { total_amount: '1000.00' });
  await openOffer(id);
  expect(await refresh(id, shown)).toMatchObject({ price_changed: false, previous_total_amount: shown });
  expect(await refresh(id, '48')).toMatchObject({ price_changed: true, previous_total_amount: '48.00' });
  expect(await refresh(id, 'none')).toMatchObject({ previous_total_amount: '1230.00' });
});

it('[PROVIDER-02] a refresh does not replace a changed fare by the previous fare', async () => {
  const { id } = await findFirstOffer(app);
  await harness.provider.changeOffer(id, { fare_brand_name: 'Another fare' });
  await openOffer(id);
  expect(await refresh(id)).toMatchObject({ error: 'OFFER_UNAVAILABLE' });
});

it('[PROVIDER-33] a fresh offer has no listed price', async () => {
  const { offer } = await refresh((await findFirstOffer(app)).id);
  await harness.provider.changeOffer(offer.id, { total_amount: '3000.00' });
  expect((await quote(offer.id)).json()).toMatchObject({ amount: '3690.00' });
  expect(await openOffer(offer.id)).toMatchObject({ total_amount: '3690.00', listed: null });
});

it('[API-36] returns OFFER_EXPIRED for an offer that expired after it was listed, on every request', async () => {
  const { id } = await findFirstOffer(app);
  await harness.provider.changeOffer(id, { expire: true });
  for (let count = 0; count < 2; count++)
    expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
      error: 'OFFER_EXPIRED',
    });
});
