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
const all = Array.from({ length: 140 }, (_, n) => sampleOffer(`off_${n}`, String(200 + n)));
const few = all.slice(0, 4);
// Cards without flights draw nothing: quick to show by the hundred, and still a place each in the list.
const bare = all.map((offer) => ({ ...offer, slices: [] }));
const items = () => [...document.querySelectorAll('ol[aria-label="Flights"] > li')];
const places = () => Number(items()[0]?.getAttribute('aria-setsize'));
const pagesOf =
  (offers: typeof all) =>
  ({ method, query }: RecordedRequest) => {
    const limit = method === 'POST' ? 30 : Number(query.get('limit'));
    const start = method === 'POST' ? 0 : (Number(query.get('page')) - 1) * limit;
    const body = { search_id: 'one', offers: offers.slice(start, start + limit), total_count: offers.length };
    return { body };
  };
const page = pagesOf(few);

const show = (parameters = search, options = {}) =>
  renderScreen(ResultsPage, { path: '/search', at: `/search?${parameters}`, ...options });
const cards = () => [...document.querySelectorAll('ol article')];

describe('results page', () => {
  const flights = flightsStub();
  eventStreamStub();
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    flights.respondWith(page);
  });

  it.each(['origin=LHR&destination=JFK', 'origin=LHR&departureDate=2090-12-05', ''])(
    '[RESULTS-08] [RESULTS-22] %s is not sent and says what is missing',
    async (parameters) => {
      show(parameters);
      expect(await screen.findByText('Missing required flight search parameters')).toBeTruthy();
      expect(screen.getByText('Error Loading Flights')).toBeTruthy();
      expect(flights.requests).toEqual([]);
    },
  );

  it('[RESULTS-22] [ERROR-01] [ERROR-03] [REQUEST-04] a failed search gives the reason with its status and is not repeated', async () => {
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

  it('[PROVIDER-07] a busy search says so and tries again by itself', async () => {
    flights.respondWith((call) =>
      flights.requests.length === 1
        ? { status: 503, headers: { 'retry-after': '1' }, body: { error: 'SEARCH_BUSY', message: 'Busy.' } }
        : page(call),
    );
    show();
    expect(await screen.findByText('Flight search is busy right now.')).toBeTruthy();
    expect(await screen.findByText('4 of 4 flights found', {}, { timeout: 5000 })).toBeTruthy();
    expect(flights.requests).toHaveLength(2);
  });

  it('[RESULTS-20] an empty search offers a new one', async () => {
    flights.respondWith(() => ({ body: { offers: [], total_count: 0 } }));
    show();
    expect(await screen.findByText('No Flights Found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search criteria or filters')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New Search' }).getAttribute('href')).toBe('/');
  });

  it('[RESULTS-23] [RESULTS-24] while loading: banner, pill and three skeletons', async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((done) => (answer = done));
    flights.respondWith(async (call) => {
      await waiting;
      return page(call);
    });
    show();
    expect(
      screen.getByText('Searching for the best flight deals...', { selector: '.ui-loading-text' }),
    ).toBeTruthy();
    expect(screen.getByText('Searching all airlines...')).toBeTruthy();
    expect(screen.getAllByTestId('offer-skeleton')).toHaveLength(3);
    answer();
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
  });

  it('[RESULTS-24] [STORE-04] early results of this very search stand in, dimmed and out of reach', async () => {
    flights.respondWith(() => new Promise(() => undefined));
    const key =
      'origin=LHR&destination=JFK&departureDate=2090-12-05&cabinClass=economy&adultsCount=2&childrenCount=1&infantsCount=1&tripType=one-way';
    savePreviousResults(key, all.slice(0, 9));
    const { unmount } = show();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.getAllByRole('article')[0]?.closest('[inert]')).not.toBeNull();
    unmount();
    show('origin=LHR&destination=AMS&departureDate=2090-12-05');
    expect(screen.queryByRole('article')).toBeNull();
    await waitFor(() => expect(flights.requests).toHaveLength(2));
  });

  it('[RESULTS-15] [RESULTS-10] [RESULTS-12] [RESULTS-13] the first page by POST, with its count and price range', async () => {
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

  it('[RESULTS-16] [RESULTS-18] [RESULTS-19] Load More shows the next 100 of the whole list without a call, and goes back', async () => {
    flights.respondWith(pagesOf(bare));
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
    expect(places()).toBe(30);
    await userEvent.click(screen.getByText('Load More Flights'));
    expect(places()).toBe(130);
    expect(screen.getByText('Loading more flights...')).toHaveProperty('disabled', true);
    await userEvent.click(await screen.findByText('Load More Flights', {}, { timeout: 3000 }));
    expect(places()).toBe(140);
    await waitFor(() => expect(screen.queryByText(/^Load(ing)? more flights/i)).toBeNull());
    await userEvent.click(screen.getByText('Back to First Page'));
    expect(places()).toBe(30);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByText('Back to First Page')).toBeNull();
    expect(flights.requests).toHaveLength(2);
  });

  it('[RESULTS-16] [RESULTS-17] without the whole list Load More asks as the API pages', async () => {
    flights.respondWith((call) =>
      call.query.get('limit') === '5000' ? { status: 500, body: {} } : pagesOf(bare)(call),
    );
    show();
    for (const [shown, page] of [
      [100, '1'],
      [140, '2'],
    ] as const) {
      await userEvent.click(await screen.findByText('Load More Flights', {}, { timeout: 3000 }));
      await waitFor(() => expect(places()).toBe(shown));
      expect(flights.requests.at(-1)?.query.get('page')).toBe(page);
      expect(flights.requests.at(-1)?.query.get('limit')).toBe('100');
    }
  });

  it('[ERROR-01] a failed Load More keeps what is there and gives the reason', async () => {
    flights.respondWith((call) =>
      call.method === 'POST' ? { body: { offers: few, total_count: 140 } } : { status: 500, body: {} },
    );
    show();
    await userEvent.click(await screen.findByText('Load More Flights'));
    expect(await screen.findByText(/^Unable to search flights: .*failed with status: 500$/)).toBeTruthy();
    expect(cards()).toHaveLength(4);
  });

  it('[RESULTS-05] [RESULTS-06] showMore counts on from previousCount and leaves the address', async () => {
    flights.respondWith(pagesOf(bare));
    const { router } = show(
      `from_origin=LHR&from_destination=JFK&from_departureDate=2090-12-05&showMore=true&previousCount=30`,
    );
    await waitFor(() => expect(places()).toBe(130));
    expect(flights.requests.map(({ method, query }) => `${method} ${query.get('page') ?? ''}`)).toEqual([
      'POST ',
      'GET 1',
    ]);
    expect(router.state.location.search).not.toMatch(/from_|showMore|previousCount/);
    expect(router.state.location.search).toContain('origin=LHR');
  });

  it('[RESULTS-05] [RESULTS-25] showMore over a list that is there makes no call', async () => {
    flights.respondWith(pagesOf(bare));
    const { client, unmount } = show();
    await screen.findByText('Prices from $200 to $339');
    unmount();
    show(`${search}&showMore=true&previousCount=130`, { client });
    await waitFor(() => expect(places()).toBe(140));
    expect(flights.requests).toHaveLength(2);
  });

  it('[RESULTS-25] the same search again makes no new call', async () => {
    const { client, unmount } = show();
    await screen.findByText('4 of 4 flights found');
    unmount();
    show(search, { client });
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
    expect(flights.requests).toHaveLength(1);
  });

  it('[RESULTS-09] Refresh Results asks again, Modify Search leads home with the search', async () => {
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

  it('[RESULTS-21] [FILTER-02] [FILTER-03] filters work without a call, and can empty the list', async () => {
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

  it('[RESULTS-14] orders the list', async () => {
    show();
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Price: High to Low');
    expect(cards()[0]?.textContent).toContain('$203');
  });

  it('[RESULTS-14] [FILTER-05] the bag price of an offer that was opened counts before its card is drawn', async () => {
    flights.respondWith(pagesOf(bare));
    const client = new QueryClient();
    const last = bare[29]!;
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

  it('[STORE-03] remembers the search', async () => {
    show();
    await screen.findByText('4 of 4 flights found');
    expect(JSON.parse(localStorage.getItem('lastSearchParams') ?? '{}')).toMatchObject({ origin: 'LHR' });
  });
});
