import { getAlternativePrices, searchFlights, searchFlightsPage } from '@fareline/contracts';
import { sampleConditions, sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCanonicalUrl, getFocused, sentence } from '@fareline/ui-theme/testing';
import { offerQueryOptions } from '../offers/offer-queries.ts';
import {
  asSeparateFlights,
  getListSize,
  queryCards,
  renderElement,
  searchPage,
  searchRequests,
  searchResponse,
  serveSearch,
  withEmptyCards,
} from '../testing/harness.tsx';
import '../testing/progress-streams.ts';
import { FailedSearch } from './empty/failed-search.tsx';
import { savePreviousResults } from './progress/previous-results-storage.ts';
import { parseModifyState } from '../search-query/modify-state.ts';
import { Component as ResultsPage } from './results-page.tsx';

const search =
  'origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=2&childrenCount=1&infantsCount=1';
/** The key of that search in the storage. */
const storedKey =
  'origin=LHR&destination=JFK&departureDate=2090-12-05&cabinClass=economy&adultsCount=2&childrenCount=1&infantsCount=1&tripType=one-way';
const allOffers = asSeparateFlights(
  Array.from({ length: 140 }, (_, n) => sampleOffer({ id: `off_${n}`, total_amount: String(200 + n) })),
);
const firstOffers = allOffers.slice(0, 4);
const emptyCards = withEmptyCards(allOffers);
const show = (parameters = search, options = {}) =>
  renderElement(<ResultsPage />, { url: `/search?${parameters}`, ...options });

describe('results page', () => {
  beforeEach(() => serveSearch(firstOffers));
  afterEach(() => void vi.useRealTimers());

  it('[RESULTS-22] [ERROR-01] [ERROR-03] [REQUEST-04] shows the reason of a failed search without its status and does not retry it', async () => {
    respondTo(searchFlights, () => errorResponse('PROVIDER_UNAVAILABLE'));
    show();
    expect(
      await screen.findByText(
        'Unable to search flights: The airlines are not answering right now. Please try again in a moment.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Error Loading Flights' })).toBeTruthy();
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reload).toHaveBeenCalledTimes(1);
    reload.mockRestore();
    expect(searchRequests()).toHaveLength(1);
  });

  it('[RESULTS-01] has a skip link to the list, and is named by cities and days', async () => {
    const slot = document.body.appendChild(document.createElement('div'));
    slot.id = 'skip-links';
    const queryClient = new QueryClient();
    const names: Record<string, string> = { LHR: 'London', JFK: 'New York' };
    queryClient.setQueryData(['city-names'], () => (code: string) => names[code]);
    show(`${search}&returnDate=2090-12-12&utm_source=x`, { queryClient });
    await userEvent.click(within(slot).getByRole('link', { name: 'Skip to results' }));
    // Named, so that a screen reader does not read the whole list.
    const list = screen.getByRole('region', { name: 'Results' });
    expect(getFocused()).toBe(list);
    // An entry in the history would make Back lead to the same screen.
    expect(window.location.hash).toBe('');
    expect(await within(list).findByRole('heading', { level: 1, name: /flights? found/ })).toBeTruthy();
    expect(document.title).toBe('Flights from London to New York, Dec 5 to 12 | Fareline');
    expect(getCanonicalUrl()).toMatch(
      /\/search\?origin=LHR&destination=JFK&departureDate=2090-12-05&cabin[^?]*$/,
    );
    expect(getCanonicalUrl()).not.toContain('utm');
    slot.remove();
  });

  it('[RESULTS-22] shows a text for a failure without a message', () => {
    renderElement(<FailedSearch message={undefined} isOnline />);
    expect(screen.getByText('An unknown error occurred')).toBeTruthy();
  });

  it('[RESULTS-20] offers a new search for an empty result', async () => {
    serveSearch([]);
    show();
    expect(await screen.findByText('No Flights Found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search criteria or filters')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New Search' }).getAttribute('href')).toBe('/');
  });

  it('[RESULTS-20] offers other days, airports nearby and the form for an empty result', async () => {
    serveSearch([]);
    const [lhr, stn, jfk] = ['LHR', 'STN', 'JFK'].map((code) => ({ iata_code: code, name: `${code} name` }));
    const route = { origin: stn!, destination: jfk! };
    const seen = { total_amount: '298.00', total_currency: 'USD', seen_at: new Date().toISOString() };
    respondTo(getAlternativePrices, () => ({
      body: {
        days: [{ date: '2090-12-06', ...seen }],
        nearby: [{ ...route, ...seen }],
        nearby_routes: [route, { origin: lhr!, destination: { iata_code: 'EWR', name: 'Newark' } }],
      },
    }));
    show();
    const listLinks = async (name: string) =>
      within(await screen.findByRole('region', { name }))
        .getAllByRole('link')
        .map((link) => [link.textContent?.trim(), link.getAttribute('href')]);
    const days = await listLinks('Other days');
    expect(days).toHaveLength(6);
    await waitFor(async () =>
      expect((await listLinks('Other days'))[3]).toEqual([
        'Wed, Dec 6 $298',
        expect.stringContaining('origin=LHR&destination=JFK&departureDate=2090-12-06'),
      ]),
    );
    expect(await listLinks('Airports nearby')).toEqual([
      ['From STN name (STN) $298', expect.stringContaining('origin=STN&destination=JFK')],
      ['To Newark (EWR)', expect.stringContaining('origin=LHR&destination=EWR')],
    ]);
    const form = screen.getByRole('form', { name: 'Flight search' });
    expect(await within(form).findByDisplayValue(/LHR/)).toBeTruthy();
  });

  it('[RESULTS-23] [RESULTS-24] shows banner, pill and three skeletons while loading', async () => {
    const { promise: responseAllowed, resolve: respond } = Promise.withResolvers<void>();
    respondTo(searchFlights, async () => {
      await responseAllowed;
      return { body: searchResponse(firstOffers) };
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

  it('[RESULTS-24] [STORE-04] shows up to 3 stored offers of the same search while loading', async () => {
    respondTo(searchFlights, () => new Promise(() => undefined));
    savePreviousResults(storedKey, allOffers.slice(0, 9));
    const { unmount } = show();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    unmount();
    show('origin=LHR&destination=AMS&departureDate=2090-12-05');
    expect(screen.queryByRole('article')).toBeNull();
    await waitFor(() => expect(searchRequests()).toHaveLength(2));
  });

  it.each([
    ['without slices', {}],
    ['with an empty segment', { slices: [{ segments: [null] }] }],
    ['without conditions', { slices: allOffers[0]!.slices }],
  ])(
    '[STORE-04] shows skeletons instead of a stored offer %s, as another release may have stored',
    (_, offer) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      respondTo(searchFlights, () => new Promise(() => undefined));
      const stored = {
        search: storedKey,
        offers: [{ id: 'a', expires_at: '2099-12-31T00:00:00Z', ...offer }],
      };
      sessionStorage.setItem('previousResults', JSON.stringify(stored));
      show();
      expect(screen.queryByRole('article')).toBeNull();
      expect(screen.getAllByTestId('offer-skeleton')).toHaveLength(3);
    },
  );

  it('[STORE-04] stores the offers of the first page on Load More, and shows none of them under another search', async () => {
    serveSearch(emptyCards);
    const { unmount } = show();
    await screen.findByText(sentence('Prices from $200 to $339'));
    expect(sessionStorage.getItem('previousResults')).toBeNull();
    fireEvent.click(screen.getByText('Load More Flights'));
    const stored = JSON.parse(sessionStorage.getItem('previousResults')!) as { offers: { id: string }[] };
    expect(stored.offers.map(({ id }) => id)).toEqual(allOffers.slice(0, 30).map(({ id }) => id));
    unmount();
    savePreviousResults('another search', firstOffers);
    respondTo(searchFlights, () => new Promise(() => undefined));
    show();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('[RESULTS-15] [RESULTS-10] [RESULTS-11] [RESULTS-12] [RESULTS-13] fetches the first page by POST and shows its count and price range', async () => {
    show();
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
    expect(screen.getByText(sentence('Prices from $200 to $203'))).toBeTruthy();
    const summary = screen.getByRole('banner').textContent;
    expect(summary).toContain('LHR to JFKOne wayEconomyTue, Dec 52 adults, 1 child, 1 infant');
    expect(searchRequests()).toHaveLength(1);
    expect(requestsTo(searchFlights).map(({ body }) => body)).toEqual([
      {
        ...{ origin: 'LHR', destination: 'JFK', departureDate: '2090-12-05', cabinClass: 'economy' },
        ...{ adultsCount: 2, childrenCount: 1, infantsCount: 1 },
      },
    ]);
    expect(screen.getAllByRole('article').map(({ textContent }) => /\$\d{3}/.exec(textContent)?.[0])).toEqual(
      [...['$200', '$201', '$202', '$203']],
    );
  });

  it('[RESULTS-12] counts the flights that match, those of the whole result, and the fares of the matching ones', async () => {
    const [first, second, third] = firstOffers.map((each, index) => ({
      ...each,
      conditions: sampleConditions({ refundable: index !== 1 }),
    }));
    const dearer = { ...first!, id: 'dearer', total_amount: '500', included_bags: { cabin: 1, checked: 2 } };
    serveSearch([first!, second!, third!, dearer]);
    const { unmount } = show();
    expect(await screen.findByText('3 of 3 flights found')).toBeTruthy();
    expect(screen.getByText('4 fares')).toBeTruthy();
    unmount();
    show(`${search}&refundable=1`);
    expect(await screen.findByText('2 of 3 flights found')).toBeTruthy();
    expect(screen.getByText('3 fares')).toBeTruthy();
  });

  it('[RESULTS-10] [RESULTS-11] shows cabin, both dates and travellers of a round trip', () => {
    show('origin=LHR&destination=JFK&departureDate=2090-12-05&returnDate=2090-12-12&cabinClass=business');
    expect(screen.getByRole('banner').textContent).toContain(
      'LHR to JFKRound tripBusinessTue, Dec 5 - Tue, Dec 121 adult',
    );
  });

  it('[RESULTS-18] is busy for 0.8 s after Load More', async () => {
    serveSearch(emptyCards);
    show();
    await screen.findByText(sentence('Prices from $200 to $339'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByText('Load More Flights'));
    act(() => void vi.advanceTimersByTime(700));
    expect(screen.getByText('Loading more flights...')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.getByText('Load More Flights')).toBeTruthy();
  });

  it('[RESULTS-15] [RESULTS-16] [RESULTS-19] shows the first 30, then the next 100 of the whole list on Load More without a call, and returns to the first page', async () => {
    serveSearch(emptyCards);
    show();
    expect(await screen.findByText('140 of 140 flights found')).toBeTruthy();
    await waitFor(() => expect(requestsTo(searchFlightsPage)).toHaveLength(1));
    expect(Object.fromEntries(requestsTo(searchFlightsPage)[0]?.query ?? [])).toMatchObject({
      page: '1',
      limit: '5000',
      adultsCount: '2',
      childrenCount: '1',
      infantsCount: '1',
    });
    await screen.findByText(sentence('Prices from $200 to $339'));
    expect(getListSize()).toBe(30);
    await userEvent.click(screen.getByText('Load More Flights'));
    expect(getListSize()).toBe(130);
    expect(screen.getByText('Loading more flights...').getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(await screen.findByText('Load More Flights', {}, { timeout: 3000 }));
    expect(getListSize()).toBe(140);
    await waitFor(() => expect(screen.queryByText(/^Load(ing)? more flights/i)).toBeNull());
    await userEvent.click(screen.getByText('Back to First Page'));
    expect(getListSize()).toBe(30);
    expect(getFocused()).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByText('Back to First Page')).toBeNull();
    expect(searchRequests()).toHaveLength(2);
  });

  it('[RESULTS-16] [RESULTS-17] fetches the next page on Load More when the whole list failed to load', async () => {
    serveSearch(emptyCards);
    respondTo(searchFlightsPage, ({ query }) =>
      query.get('limit') === '5000' ? errorResponse('PROVIDER_UNAVAILABLE') : searchPage(emptyCards, query),
    );
    show();
    for (const [shown, page] of [
      [100, '1'],
      [140, '2'],
    ] as const) {
      await userEvent.click(await screen.findByText('Load More Flights', {}, { timeout: 3000 }));
      await waitFor(() => expect(getListSize()).toBe(shown));
      const query = requestsTo(searchFlightsPage).at(-1)?.query;
      expect([query?.get('page'), query?.get('limit')]).toEqual([page, '100']);
    }
  });

  it('[ERROR-01] keeps the loaded offers and shows the reason when Load More fails', async () => {
    respondTo(searchFlights, () => ({ body: searchResponse(firstOffers, { total_count: 140 }) }));
    respondTo(searchFlightsPage, () => errorResponse('INTERNAL_ERROR'));
    show();
    await userEvent.click(await screen.findByText('Load More Flights'));
    expect(await screen.findByText(/^Unable to search flights: (?!.*status)/)).toBeTruthy();
    expect(queryCards()).toHaveLength(4);
  });

  it('[RESULTS-05] [RESULTS-06] applies showMore from previousCount and removes both from the URL', async () => {
    serveSearch(emptyCards);
    const { router } = show(
      `from_origin=LHR&from_destination=JFK&from_departureDate=2090-12-05&showMore=true&previousCount=30`,
    );
    await waitFor(() => expect(getListSize()).toBe(130));
    expect(searchRequests().map(({ method, query }) => `${method} ${query.get('page') ?? ''}`)).toEqual([
      'POST ',
      'GET 1',
    ]);
    expect(router.state.location.search).not.toMatch(/from_|showMore|previousCount/);
    expect(router.state.location.search).toContain('origin=LHR');
  });

  it('[RESULTS-05] [RESULTS-25] applies showMore to a cached list without a call', async () => {
    serveSearch(emptyCards);
    const { queryClient, unmount } = show();
    await screen.findByText(sentence('Prices from $200 to $339'));
    unmount();
    show(`${search}&showMore=true&previousCount=130`, { queryClient });
    await waitFor(() => expect(getListSize()).toBe(140));
    expect(searchRequests()).toHaveLength(2);
  });

  it('[RESULTS-25] makes no new call for 5 minutes, nor on window focus, and keeps results for 10 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const passMinutes = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
    const { queryClient, unmount } = show();
    await screen.findByText('4 of 4 flights found');
    unmount();
    await passMinutes(4.8);
    const { unmount: unmountSecond } = show(search, { queryClient });
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
    await passMinutes(0.3);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await passMinutes(0.01);
    expect(searchRequests()).toHaveLength(1);
    unmountSecond();
    const { unmount: unmountThird } = show(search, { queryClient });
    await waitFor(() => expect(searchRequests()).toHaveLength(2));
    await screen.findByText('4 of 4 flights found');
    unmountThird();
    const isKept = () => queryClient.getQueryCache().findAll({ queryKey: [searchFlights.path] }).length > 0;
    await passMinutes(9.8);
    expect(isKept()).toBe(true);
    await passMinutes(0.4);
    expect(isKept()).toBe(false);
  });

  it('[RESULTS-09] repeats the search on Refresh Results, and opens the home page with the search on Modify Search', async () => {
    const { router } = show();
    await screen.findByText('4 of 4 flights found');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Results' }));
    await waitFor(() => expect(searchRequests()).toHaveLength(2));
    await userEvent.click(screen.getByRole('link', { name: 'Modify Search' }));
    expect(router.state.location.pathname).toBe('/');
    expect(parseModifyState(router.state.location.state)).toMatchObject({
      origin: 'LHR',
      destination: 'JFK',
    });
  });

  it('[RESULTS-21] [FILTER-02] [FILTER-03] filters without a call and shows when no offer matches', async () => {
    show(`${search}&refundable=1`);
    expect(await screen.findByText('No Matching Flights')).toBeTruthy();
    expect(screen.getByText('Try adjusting your filters to see more results')).toBeTruthy();
    expect(screen.getByText('0 of 4 flights found', { selector: 'h1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all flights' }));
    await waitFor(() => expect(queryCards()).toHaveLength(4));
    expect(searchRequests()).toHaveLength(1);
  });

  it('[RESULTS-14] sorts the list by the chosen order', async () => {
    show();
    const select = await screen.findByLabelText('Sort by');
    expect(select).toHaveProperty('value', 'price-asc');
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      'Price: Low to High',
      'Price: High to Low',
      'Duration: Shortest',
      'Departure: Earliest',
      'CO2: Lowest',
      'Best',
    ]);
    expect(queryCards()[0]?.textContent).toContain('$200');
    await userEvent.selectOptions(select, 'Price: High to Low');
    expect(queryCards()[0]?.textContent).toContain('$203');
  });

  it('[RESULTS-14] [FILTER-05] uses the loaded bag price of an offer whose card is not rendered', async () => {
    serveSearch(emptyCards);
    const client = new QueryClient();
    const last = emptyCards[29]!;
    client.setQueryData(offerQueryOptions(last.id).queryKey, {
      ...last,
      checked_bag: { status: 'paid' as const, total_amount: '50' },
      listed: null,
    });
    show(`${search}&bag=checked`, { queryClient: client });
    expect(await screen.findByText(sentence('Prices with a checked bag from $279 to $279'))).toBeTruthy();
  });

  it('[STORE-03] stores the last search', async () => {
    show();
    await screen.findByText('4 of 4 flights found');
    expect(JSON.parse(localStorage.getItem('lastSearchParams') ?? '{}')).toMatchObject({ origin: 'LHR' });
  });
});
