import { getOffer, searchFlights, searchFlightsPage, type Offer } from '@fareline/contracts';
import { sampleConditions, sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, respondTo } from '@fareline/tools/fake-server';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAnnouncement, sentence } from '@fareline/ui-theme/testing';
import { offerQueryOptions } from '../../offers/offer-queries.ts';
import { removeFromCache, updateOfferInCache } from '../progress/search-queries.ts';
import {
  asSeparateFlights,
  getListSize,
  renderElement,
  searchPage,
  searchRequests,
  withEmptyCards,
} from '../../testing/harness.tsx';
import '../../testing/progress-streams.ts';
import { Component as ResultsPage } from '../results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05';
/** 93 flights with one fare: the 30 cheapest are not refundable, the other 63 are. */
const createOffers = (generation: string, from = 200) =>
  withEmptyCards(
    asSeparateFlights(
      Array.from({ length: 93 }, (_, n) =>
        sampleOffer({
          id: `${generation}_${n}`,
          total_amount: String(from + n),
          conditions: sampleConditions({ refundable: n >= 30 }),
        }),
      ),
    ),
  );
const firstSearch = createOffers('a');
const secondSearch = createOffers('b', 300);
const searchedAt: Record<string, string> = { a: '2026-11-20T10:00:00Z', b: '2026-11-20T10:06:00Z' };

/** A page of a search, whose id is that of its offers. */
function toResponse(all: Offer[], query: URLSearchParams) {
  const search_id = all[0]?.id.split('_')[0] ?? '';
  return searchPage(all, query, { search_id, searched_at: searchedAt[search_id] });
}
const isWholeList = (query: URLSearchParams) => query.get('limit') === '5000';
/** A promise that the test resolves to release a delayed response. */
function createDeferred() {
  const { promise: promise, resolve: resolve } = Promise.withResolvers<void>();
  return { promise, resolve: () => resolve() };
}

const show = (parameters = search, options = {}) =>
  renderElement(<ResultsPage />, { url: `/search?${parameters}`, ...options });
const getHeading = () => screen.queryByRole('heading', { level: 1 })?.textContent;
const replacedMessage = 'The airlines have new prices, so the list was renewed.';

describe('whole list fetched in the background', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:01:00Z') });
    respondTo(searchFlights, ({ query }) => toResponse(firstSearch, query));
    respondTo(searchFlightsPage, ({ query }) => toResponse(firstSearch, query));
  });
  afterEach(() => void vi.useRealTimers());

  it('[LIST-01] filters and counts all offers, not only the 30 cheapest', async () => {
    show(`${search}&refundable=1`);
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
    expect(screen.getByText(sentence('Prices from $200 to $292'))).toBeTruthy();
    expect(getListSize()).toBe(30);
    expect(getAnnouncement()).toBe('63 flights found');
    expect(searchRequests()).toHaveLength(2);
  });

  it('[LIST-01] shows how many offers are compared until the whole list is loaded, and never "0 flights"', async () => {
    const deferred = createDeferred();
    respondTo(searchFlightsPage, async ({ query }) => {
      await deferred.promise;
      return toResponse(firstSearch, query);
    });
    show(`${search}&refundable=1`);
    expect(
      await screen.findByText('Compared so far: the 30 cheapest fares. The others are on their way.'),
    ).toBeTruthy();
    expect(getHeading()).toBe('Comparing 93 flights');
    expect(getAnnouncement()).toBe('Comparing 93 flights');
    expect(screen.queryByText('No Matching Flights')).toBeNull();
    expect(document.body.textContent).not.toMatch(/\b0 (of 93 )?flights/);
    deferred.resolve();
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
    expect(screen.queryByText(/Compared so far/)).toBeNull();
  });

  it('[LIST-01] shows an unfiltered and unsorted list immediately, without a note on the comparison', async () => {
    respondTo(searchFlightsPage, () => new Promise(() => undefined));
    show();
    expect(await screen.findByText('93 of 93 flights found')).toBeTruthy();
    expect(getListSize()).toBe(30);
    expect(screen.getByText(sentence('Prices from $200'))).toBeTruthy();
    expect(screen.queryByText(/Compar/)).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Duration: Shortest');
    expect(await screen.findByText(/^Compared so far: the 30 cheapest/)).toBeTruthy();
    expect(getHeading()).toBe('93 of 93 flights found');
  });

  it('[LIST-01] shows a failed background fetch when filters need it, and retries it on request', async () => {
    respondTo(searchFlightsPage, () => errorResponse('PROVIDER_UNAVAILABLE'));
    show(`${search}&refundable=1`);
    expect(await screen.findByText('Only the 30 cheapest of 93 fares could be compared.')).toBeTruthy();
    expect(getHeading()).toBe('30 of 93 flights compared');
    expect(screen.getByText('No match among the cheapest flights')).toBeTruthy();
    expect(screen.queryByText('Error Loading Flights')).toBeNull();
    expect(searchRequests()).toHaveLength(2);
    respondTo(searchFlightsPage, ({ query }) => toResponse(firstSearch, query));
    await userEvent.click(screen.getByRole('button', { name: 'Compare all flights' }));
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
  });

  it('[PROVIDER-07] retries a busy background fetch after Retry-After', async () => {
    respondTo(searchFlightsPage, ({ query }) =>
      searchRequests().length === 2
        ? errorResponse('SEARCH_BUSY', { headers: { 'retry-after': '1' } })
        : toResponse(firstSearch, query),
    );
    show(`${search}&refundable=1`);
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'), { timeout: 5000 });
    expect(searchRequests()).toHaveLength(3);
  });

  it('[RESULTS-17] replaces the first page with the whole list of another search, keeps the filters and announces the replacement', async () => {
    respondTo(searchFlightsPage, ({ query }) => toResponse(secondSearch, query));
    const { router } = show(`${search}&refundable=1&sort=price-desc`);
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
    expect(getAnnouncement()).toBe(`${replacedMessage} 63 flights found`);
    expect(screen.getByText(replacedMessage, { selector: '.ui-alert *' })).toBeTruthy();
    expect(screen.getByText(sentence('Prices from $300 to $392'))).toBeTruthy();
    expect(router.state.location.search).toMatch(/&refundable=1&sort=price-desc$/);
  });

  it('[RESULTS-17] replaces the list on Load More after the cached search expired, without duplicates', async () => {
    let current = firstSearch;
    respondTo(searchFlightsPage, ({ query }) =>
      isWholeList(query) && current === firstSearch
        ? errorResponse('PROVIDER_UNAVAILABLE')
        : toResponse(current, query),
    );
    show();
    await screen.findByText('93 of 93 flights found');
    await waitFor(() => expect(searchRequests()).toHaveLength(2));
    current = secondSearch.slice(0, 36);
    await userEvent.click(screen.getByText('Load More Flights'));
    await waitFor(() => expect(getHeading()).toBe('36 of 36 flights found'));
    expect(getListSize()).toBe(36);
    expect(getAnnouncement()).toBe(`${replacedMessage} 36 flights found`);
  });

  it('[RESULTS-17] ignores a response that is older than the refreshed results', async () => {
    const deferred = createDeferred();
    let current = firstSearch;
    respondTo(searchFlights, ({ query }) => toResponse(current, query));
    respondTo(searchFlightsPage, async ({ query }) => {
      const response = toResponse(current, query);
      if (current === firstSearch) await deferred.promise;
      return response;
    });
    show(`${search}&refundable=1`);
    await screen.findByText(/others are on their way/);
    current = secondSearch;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Results' }));
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
    await act(async () => {
      deferred.resolve();
      await new Promise((done) => setImmediate(done));
    });
    expect(screen.getByText(sentence('Prices from $300 to $392'))).toBeTruthy();
    expect(screen.queryByText(replacedMessage)).toBeNull();
  });

  it('[LIST-01] continues the fetch while an offer is open, and does not restore an offer that is gone', async () => {
    const deferred = createDeferred();
    respondTo(getOffer, () => errorResponse('OFFER_EXPIRED'));
    respondTo(searchFlightsPage, async ({ query }) => {
      await deferred.promise;
      return toResponse(firstSearch, query);
    });
    const { router, queryClient: client } = show();
    await screen.findByText('93 of 93 flights found');
    await act(() => router.navigate('/flight/a_3'));
    await client.fetchQuery(offerQueryOptions('a_3')).catch(() => undefined);
    removeFromCache(client, 'a_3');
    deferred.resolve();
    await waitFor(() => expect(client.isFetching()).toBe(0));
    const calls = searchRequests().length;
    await act(() => router.navigate(-1));
    expect(await screen.findByText('92 of 92 flights found')).toBeTruthy();
    expect(await screen.findByText(sentence('Prices from $200 to $292'))).toBeTruthy();
    expect(searchRequests()).toHaveLength(calls);
  });

  it('[PROVIDER-02] has the new price and terms of an offer that changed on its own screen, and keeps the age of the list', async () => {
    const { router, queryClient: client } = show();
    await screen.findByText(sentence('Prices from $200 to $292'));
    const getAges = () =>
      client
        .getQueryCache()
        .findAll({ queryKey: [searchFlights.path] })
        .map(({ state }) => state.dataUpdatedAt);
    const ages = getAges();
    await act(() => router.navigate('/flight/a_92'));
    vi.setSystemTime(new Date('2026-11-20T10:02:00Z'));
    const calls = searchRequests().length;
    updateOfferInCache(client, { ...firstSearch[92]!, total_amount: '310.50' });
    updateOfferInCache(client, { ...firstSearch[0]!, id: 'of another search' });
    removeFromCache(client, 'a_5');
    expect(getAges()).toEqual(ages);
    await act(() => router.navigate(-1));
    expect(await screen.findByText(sentence('Prices from $200 to $310.50'))).toBeTruthy();
    expect(getHeading()).toBe('92 of 92 flights found');
    expect(searchRequests()).toHaveLength(calls);
  });

  it('[RESULTS-12] [RESULTS-19] never mixes two searches in steps of 30 and 100 flights with several fares', async () => {
    /** Flights with two fares each, of which all the cheaper ones come first. */
    const withFares = (generation: string, count: number) => {
      const flights = asSeparateFlights(Array.from({ length: count }, () => sampleOffer()));
      const price = (from: number, name: string) =>
        flights.map((offer, n) => ({
          ...offer,
          id: `${generation}_${n}_${name}`,
          total_amount: String(from + n),
          conditions: sampleConditions({ refundable: name === 'flex', changeable: false }),
        }));
      return withEmptyCards([...price(200, 'basic'), ...price(600, 'flex')]);
    };
    let current = withFares('a', 150);
    respondTo(searchFlights, ({ query }) => toResponse(current, query));
    respondTo(searchFlightsPage, ({ query }) =>
      isWholeList(query) && current.length === 300
        ? errorResponse('PROVIDER_UNAVAILABLE')
        : toResponse(current, query),
    );
    show();
    expect(await screen.findByText('150 of 150 flights found')).toBeTruthy();
    await waitFor(() => expect(searchRequests()).toHaveLength(2));
    current = withFares('b', 140);
    await userEvent.click(screen.getByText('Load More Flights'));
    await waitFor(() => expect(getHeading()).toBe('140 of 140 flights found'));
    expect(screen.getByText('280 fares')).toBeTruthy();
    expect(getListSize()).toBe(130);
    await userEvent.click(await screen.findByText('Load More Flights', {}, { timeout: 3000 }));
    expect(getListSize()).toBe(140);
    expect(getHeading()).toBe('140 of 140 flights found');
    await userEvent.click(screen.getByText('Back to First Page'));
    expect(getListSize()).toBe(30);
  });
});
