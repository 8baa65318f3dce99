import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventStreamStub } from '../testing/event-stream-stub.ts';
import { offerQueryOptions } from '../offers/offer-queries.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleOffer } from '../testing/sample-offer.ts';
import { flightsStub, type RecordedRequest } from '../testing/flights-stub.ts';
import { savePreviousResults } from './previous-results-storage.ts';
import { parseModifyState } from '../search-query/modify-state.ts';
import { Component as ResultsPage } from './results-page.tsx';

const search =
  'origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=2&childrenCount=1&infantsCount=1';
const allOffers = Array.from({ length: 140 }, (_, n) => sampleOffer(`off_${n}`, String(200 + n)));
const firstOffers = allOffers.slice(0, 4);
// Offers without slices render an empty card, which keeps long lists fast and still counts in the list size.
const offersWithoutSlices = allOffers.map((offer) => ({ ...offer, slices: [] }));
const items = () => [...document.querySelectorAll('ol[aria-label="Flights"] > li')];
const getListSize = () => Number(items()[0]?.getAttribute('aria-setsize'));
const createPageResponder =
  (offers: typeof allOffers) =>
  ({ method, query }: RecordedRequest) => {
    const limit = method === 'POST' ? 30 : Number(query.get('limit'));
    const start = method === 'POST' ? 0 : (Number(query.get('page')) - 1) * limit;
    const body = { search_id: 'one', offers: offers.slice(start, start + limit), total_count: offers.length };
    return { body };
  };
const respondWithPage = createPageResponder(firstOffers);

const show = (parameters = search, options = {}) =>
  renderScreen(ResultsPage, { path: '/search', at: `/search?${parameters}`, ...options });
const cards = () => [...document.querySelectorAll('ol article')];

describe('results page', () => {
  const flights = flightsStub();
  eventStreamStub();
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    flights.respondWith(respondWithPage);
  });

  it.each(['origin=LHR&destination=JFK', 'origin=LHR&departureDate=2090-12-05', ''])(
    '[RESULTS-08] [RESULTS-22] shows that parameters are missing and sends no call for "%s"',
    async (parameters) => {
      show(parameters);
      expect(await screen.findByText('Missing required flight search parameters')).toBeTruthy();
      expect(screen.getByText('Error Loading Flights')).toBeTruthy();
      expect(flights.requests).toEqual([]);
    },
  );

  it('[RESULTS-22] [ERROR-01] [ERROR-03] [REQUEST-04] shows the reason and status of a failed search and does not retry it', async () => {
    flights.respondWith(() => ({
      status: 502,
      body: { error: 'PROVIDER_UNAVAILABLE', message: 'The airlines are not answering right now.' },
    }));
    show();
    expect(
      await screen.findByText(
        'Unable to search flights: The airlines are not answering right now. Search failed with status: 502',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
    expect(flights.requests).toHaveLength(1);
  });

  it('[PROVIDER-07] shows that the search is busy and retries it automatically', async () => {
    flights.respondWith((call) =>
      flights.requests.length === 1
        ? { status: 503, headers: { 'retry-after': '1' }, body: { error: 'SEARCH_BUSY', message: 'Busy.' } }
        : respondWithPage(call),
    );
    show();
    expect(await screen.findByText('Flight search is busy right now.')).toBeTruthy();
    expect(await screen.findByText('4 of 4 flights found', {}, { timeout: 5000 })).toBeTruthy();
    expect(flights.requests).toHaveLength(2);
  });

  it('[RESULTS-20] offers a new search for an empty result', async () => {
    flights.respondWith(() => ({ body: { offers: [], total_count: 0 } }));
    show();
    expect(await screen.findByText('No Flights Found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search criteria or filters')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New Search' }).getAttribute('href')).toBe('/');
  });

  it('[RESULTS-23] [RESULTS-24] shows banner, pill and three skeletons while loading', async () => {
    let respond: () => void = () => undefined;
    const responseAllowed = new Promise<void>((done) => (respond = done));
    flights.respondWith(async (call) => {
      await responseAllowed;
      return respondWithPage(call);
    });
    show();
    expect(
      screen.getByText('Searching for the best flight deals...', { selector: '.ui-loading-text' }),
    ).toBeTruthy();
    expect(screen.getByText('Searching all airlines...')).toBeTruthy();
    expect(screen.getAllByTestId('offer-skeleton')).toHaveLength(3);
    respond();
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
  });

  it('[RESULTS-24] [STORE-04] shows stored offers of the same search as inert cards while loading', async () => {
    flights.respondWith(() => new Promise(() => undefined));
    const key =
      'origin=LHR&destination=JFK&departureDate=2090-12-05&cabinClass=economy&adultsCount=2&childrenCount=1&infantsCount=1&tripType=one-way';
    savePreviousResults(key, allOffers.slice(0, 9));
    const { unmount } = show();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.getAllByRole('article')[0]?.closest('[inert]')).not.toBeNull();
    unmount();
    show('origin=LHR&destination=AMS&departureDate=2090-12-05');
    expect(screen.queryByRole('article')).toBeNull();
    await waitFor(() => expect(flights.requests).toHaveLength(2));
  });

  it('[RESULTS-15] [RESULTS-10] [RESULTS-12] [RESULTS-13] fetches the first page by POST and shows its count and price range', async () => {
    show();
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
    expect(screen.getByText('Prices from $200 to $203')).toBeTruthy();
    expect(screen.getByText('One way')).toBeTruthy();
    expect(screen.getByText('Economy')).toBeTruthy();
    expect(flights.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/flights/search',
        body: { origin: 'LHR', adultsCount: 2, infantsCount: 1 },
      },
    ]);
  });

  it('[RESULTS-16] [RESULTS-18] [RESULTS-19] shows the next 100 of the whole list on Load More without a call, and returns to the first page', async () => {
    flights.respondWith(createPageResponder(offersWithoutSlices));
    show();
    expect(await screen.findByText('140 of 140 flights found')).toBeTruthy();
    await waitFor(() => expect(flights.requests).toHaveLength(2));
    expect(flights.requests[1]?.method).toBe('GET');
    expect(Object.fromEntries(flights.requests[1]?.query ?? [])).toMatchObject({
      page: '1',
      limit: '5000',
      adultsCount: '2',
      childrenCount: '1',
      infantsCount: '1',
    });
    await screen.findByText('Prices from $200 to $339');
    expect(getListSize()).toBe(30);
    await userEvent.click(screen.getByText('Load More Flights'));
    expect(getListSize()).toBe(130);
    expect(screen.getByText('Loading more flights...')).toHaveProperty('disabled', true);
    await userEvent.click(await screen.findByText('Load More Flights', {}, { timeout: 3000 }));
    expect(getListSize()).toBe(140);
    await waitFor(() => expect(screen.queryByText(/^Load(ing)? more flights/i)).toBeNull());
    await userEvent.click(screen.getByText('Back to First Page'));
    expect(getListSize()).toBe(30);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByText('Back to First Page')).toBeNull();
    expect(flights.requests).toHaveLength(2);
  });

  it('[RESULTS-16] [RESULTS-17] fetches the next page on Load More when the whole list failed to load', async () => {
    flights.respondWith((call) =>
      call.query.get('limit') === '5000'
        ? { status: 500, body: {} }
        : createPageResponder(offersWithoutSlices)(call),
    );
    show();
    for (const [shown, page] of [
      [100, '1'],
      [140, '2'],
    ] as const) {
      await userEvent.click(await screen.findByText('Load More Flights', {}, { timeout: 3000 }));
      await waitFor(() => expect(getListSize()).toBe(shown));
      expect(flights.requests.at(-1)?.query.get('page')).toBe(page);
      expect(flights.requests.at(-1)?.query.get('limit')).toBe('100');
    }
  });

  it('[ERROR-01] keeps the loaded offers and shows the reason when Load More fails', async () => {
    flights.respondWith((call) =>
      call.method === 'POST'
        ? { body: { offers: firstOffers, total_count: 140 } }
        : { status: 500, body: {} },
    );
    show();
    await userEvent.click(await screen.findByText('Load More Flights'));
    expect(await screen.findByText(/^Unable to search flights: .*failed with status: 500$/)).toBeTruthy();
    expect(cards()).toHaveLength(4);
  });

  it('[RESULTS-05] [RESULTS-06] applies showMore from previousCount and removes both from the URL', async () => {
    flights.respondWith(createPageResponder(offersWithoutSlices));
    const { router } = show(
      `from_origin=LHR&from_destination=JFK&from_departureDate=2090-12-05&showMore=true&previousCount=30`,
    );
    await waitFor(() => expect(getListSize()).toBe(130));
    expect(flights.requests.map(({ method, query }) => `${method} ${query.get('page') ?? ''}`)).toEqual([
      'POST ',
      'GET 1',
    ]);
    expect(router.state.location.search).not.toMatch(/from_|showMore|previousCount/);
    expect(router.state.location.search).toContain('origin=LHR');
  });

  it('[RESULTS-05] [RESULTS-25] applies showMore to a cached list without a call', async () => {
    flights.respondWith(createPageResponder(offersWithoutSlices));
    const { client, unmount } = show();
    await screen.findByText('Prices from $200 to $339');
    unmount();
    show(`${search}&showMore=true&previousCount=130`, { client });
    await waitFor(() => expect(getListSize()).toBe(140));
    expect(flights.requests).toHaveLength(2);
  });

  it('[RESULTS-25] makes no new call for a cached search', async () => {
    const { client, unmount } = show();
    await screen.findByText('4 of 4 flights found');
    unmount();
    show(search, { client });
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
    expect(flights.requests).toHaveLength(1);
  });

  it('[RESULTS-09] repeats the search on Refresh Results, and opens the home page with the search on Modify Search', async () => {
    const { router } = show();
    await screen.findByText('4 of 4 flights found');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Results' }));
    await waitFor(() => expect(flights.requests).toHaveLength(2));
    await userEvent.click(screen.getByRole('link', { name: 'Modify Search' }));
    expect(router.state.location.pathname).toBe('/');
    expect(parseModifyState(router.state.location.state)).toMatchObject({
      origin: 'LHR',
      destination: 'JFK',
    });
  });

  it('[RESULTS-21] [FILTER-02] [FILTER-03] filters without a call and shows when no offer matches', async () => {
    show();
    await screen.findByText('4 of 4 flights found');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Refundable tickets' }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
    expect(await screen.findByText('No Matching Flights')).toBeTruthy();
    expect(screen.getByText('Try adjusting your filters to see more results')).toBeTruthy();
    expect(screen.getByText('0 of 4 flights found', { selector: 'h1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all flights' }));
    expect(cards()).toHaveLength(4);
    expect(flights.requests).toHaveLength(1);
  });

  it('[RESULTS-14] sorts the list by the chosen order', async () => {
    show();
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Price: High to Low');
    expect(cards()[0]?.textContent).toContain('$203');
  });

  it('[RESULTS-14] [FILTER-05] uses the loaded bag price of an offer whose card is not rendered', async () => {
    flights.respondWith(createPageResponder(offersWithoutSlices));
    const client = new QueryClient();
    const last = offersWithoutSlices[29]!;
    client.setQueryData(offerQueryOptions(last.id).queryKey, {
      ...last,
      checked_bag: { status: 'paid' as const, total_amount: '50' },
      listed: null,
    });
    show(`${search}&bag=checked`, { client });
    expect(
      await screen.findByText(
        'Prices with a checked bag from $279 to $279; flights that do not tell come last',
      ),
    ).toBeTruthy();
  });

  it('[STORE-03] stores the last search', async () => {
    show();
    await screen.findByText('4 of 4 flights found');
    expect(JSON.parse(localStorage.getItem('lastSearchParams') ?? '{}')).toMatchObject({ origin: 'LHR' });
  });
});
