import { getOffer, type Offer } from '@fareline/contracts';
import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { requestsTo, respondTo } from '@fareline/tools/fake-server';
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { searchQueryOptions } from '../results/progress/search-queries.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { renderElement } from '../testing/harness.tsx';
import { Component as OfferPage } from './offer-page.tsx';

const fromParams = 'from_origin=LHR&from_destination=JFK&from_departureDate=2090-12-05';

/** A fare of the same flight in this cabin; by default in economy, without bags, not refundable and not changeable. */
function fare(
  id: string,
  name: string,
  total_amount: string,
  cabin = 'economy',
  changes: Partial<Offer> = {},
) {
  const slice = { ...sampleSlice('LHR', 'JFK'), fare_brand_name: name };
  slice.segments = slice.segments.map((segment) => ({ ...segment, cabin_class: cabin }));
  return sampleOffer({
    id,
    total_amount,
    slices: [slice],
    included_bags: { cabin: 0, checked: 0 },
    conditions: sampleConditions({ refundable: false, changeable: false }),
    ...changes,
  });
}
const basic = fare('off_1', 'Basic', '100');
const business = fare('off_2', 'Flex', '300', 'business', {
  included_bags: { cabin: 1, checked: 2 },
  conditions: sampleConditions({ refundable: true, changeable: true }),
});

/** Opens the offer page of the first offer, which came from a list of these ones. */
function open(listed: Offer[], shown: Offer = listed[0]!) {
  const { query } = parseSearchUrl(new URLSearchParams(fromParams));
  const queryClient = new QueryClient();
  const results = { searchId: 's_1', offers: listed, total: listed.length, maxCards: 30 };
  queryClient.setQueryData(searchQueryOptions(query).queryKey, results);
  respondTo(getOffer, ({ params }) => ({
    body: { ...(listed.find(({ id }) => id === params.id) ?? shown), listed: null },
  }));
  const url = `/flight/${shown.id}?${fromParams}`;
  return renderElement(<OfferPage />, { path: '/flight/:id', url, queryClient });
}
/** Opens the offer by its address, without a list. */
function openShared(shown: Offer, fares: Offer[]) {
  respondTo(getOffer, ({ query }) => ({
    body: {
      ...shown,
      listed: null,
      has_extras: query.get('extras') === 'required',
      ...(query.has('fares') && { fares }),
    },
  }));
  return renderElement(<OfferPage />, { path: '/flight/:id', url: `/flight/${shown.id}` });
}
const findFares = async () => {
  const section = await screen.findByRole('region', { name: 'Fares of these flights' });
  return within(section).getAllByRole('listitem');
};
const queryFares = async () => {
  await screen.findByText('Price Summary');
  return screen.queryByRole('region', { name: 'Fares of these flights' });
};

describe('the fares of an itinerary', () => {
  it('[LIST-02] are those of its search where the offer is opened by its address, also once it has its extras', async () => {
    const shared = { ...basic, checked_bag: { status: 'unknown', total_amount: null } } as const;
    openShared(shared, [shared, business]);
    const names = async () => (await findFares()).map(({ textContent }) => textContent.slice(0, 5));
    expect(await names()).toEqual(['Basic', 'Flex ']);
    await userEvent.click(screen.getByRole('button', { name: 'Check bag price' }));
    await waitFor(() => expect(requestsTo(getOffer)).toHaveLength(2));
    expect(requestsTo(getOffer).map(({ query }) => query.get('fares'))).toEqual(['same-flights', null]);
    expect(await names()).toEqual(['Basic', 'Flex ']);
  });

  it('[LIST-02] are not asked for where the list has them', async () => {
    open([basic, business]);
    expect(await findFares()).toHaveLength(2);
    expect(requestsTo(getOffer).map(({ query }) => query.get('fares'))).toEqual([null]);
  });

  it('[LIST-02] [LIST-04] are listed with name, cabin, bags, changes, refund and price, the cheapest first', async () => {
    open([basic, business]);
    const texts = (await findFares()).map(({ textContent }) => textContent);
    expect(texts).toEqual([
      'Basic · Economy$100No bag includedNo changesNo refund after 24 hoursChosen',
      'Flex · Business$300+$2001 cabin, 2 checked bagsChanges, fees may applyRefund, fee not statedChoose Flex · Business',
    ]);
  });

  it('[LIST-02] are four at most, those of one name first, and all on request', async () => {
    const mixed = fare('off_3', 'Flex', '150');
    const [back] = fare('off_4', 'Basic', '150').slices;
    mixed.slices.push({
      ...sampleSlice('JFK', 'LHR'),
      ...{ segments: back!.segments, fare_brand_name: 'Basic' },
    });
    const twoWays = (offer: Offer) => ({
      ...offer,
      slices: [offer.slices[0]!, { ...mixed.slices[1]!, fare_brand_name: offer.slices[0]!.fare_brand_name }],
    });
    const better = (bags: number) => ({ included_bags: { cabin: 1, checked: bags } });
    const single = ['Basic', 'Light', 'Classic', 'Flex'].map((name, index) =>
      twoWays(fare(`off_1${index}`, name, `${100 + index * 100}`, 'economy', better(index * 2))),
    );
    open([...single, { ...mixed, ...better(1) }]);
    const names = async () => (await findFares()).map(({ textContent }) => textContent.split('$')[0]);
    const pure = ['Basic', 'Light', 'Classic', 'Flex'].map((name) => `${name} · Economy`);
    expect(await names()).toEqual(pure);
    await userEvent.click(screen.getByRole('button', { name: '1 more fare' }));
    expect(await names()).toEqual([pure[0], 'Flex · Economy / Basic · Economy', ...pure.slice(1)]);
    expect(screen.queryByRole('button', { name: /more fare/ })).toBeNull();
  });

  it('[LIST-02] lead to the offer of another fare, with the search, and mark the chosen one', async () => {
    const { router } = open([basic, business]);
    const [first] = await findFares();
    expect(first!.getAttribute('aria-current')).toBe('true');
    await userEvent.click(screen.getByRole('link', { name: 'Choose Flex · Business' }));
    expect(await screen.findByRole('link', { name: 'Choose Basic · Economy' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/flight/off_2');
    expect(router.state.location.search).toBe(`?${fromParams}`);
    const [, second] = await findFares();
    expect(second!.getAttribute('aria-current')).toBe('true');
  });

  it('[LIST-04] [LIST-07] stand in the summary of the chosen fare', async () => {
    open([business, basic]);
    await screen.findByText('Flight Summary');
    // In the summary and in the list of fares.
    expect(screen.getAllByText('Flex · Business')).toHaveLength(2);
    expect(screen.getByText('1 cabin bag and 2 checked bags included')).toBeTruthy();
  });

  it('[LIST-03] leave out a fare that is dearer and not better', async () => {
    open([basic, business, fare('off_3', 'Basic', '120')]);
    expect(await findFares()).toHaveLength(2);
  });

  it('[LIST-03] have the opened fare, also if it is dearer and not better', async () => {
    open([basic, business], fare('off_3', 'Basic', '120'));
    expect(await findFares()).toHaveLength(3);
  });

  it.each<[string, Offer[]]>([
    ['expired', [basic, { ...business, expires_at: '2020-01-01T00:00:00Z' }]],
    ['of other flights', [basic, { ...business, slices: [sampleSlice('LHR', 'JFK', { airlines: ['AA'] })] }]],
  ])('[LIST-02] [LIST-05] are not shown if the other offers are %s', async (_, listed) => {
    open(listed);
    expect(await queryFares()).toBeNull();
  });

  it('[LIST-02] are not shown without the list', async () => {
    open([], basic);
    expect(await queryFares()).toBeNull();
  });
});
