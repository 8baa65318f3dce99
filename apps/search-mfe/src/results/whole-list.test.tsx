import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerQueryOptions } from '../offers/offer-queries.ts';
import { removeFromCache } from './search-queries.ts';
import { eventStreamStub } from '../testing/event-stream-stub.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleOffer } from '../testing/sample-offer.ts';
import { flightsStub, type StubResponse, type RecordedRequest } from '../testing/flights-stub.ts';
import { Component as ResultsPage } from './results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05';
const { conditions } = sampleOffer('', '0');
/** 93 offers: the 30 cheapest are not refundable, the other 63 are; without slices, because empty cards render fast. */
const createOffers = (generation: string, from = 200) =>
  Array.from({ length: 93 }, (_, n) =>
    sampleOffer(`${generation}_${n}`, String(from + n), {
      slices: [],
      conditions: { ...conditions, refundable: n >= 30 },
    }),
  );
const firstSearch = createOffers('a');
const secondSearch = createOffers('b', 300);
const searchedAt: Record<string, string> = { a: '2026-11-20T10:00:00Z', b: '2026-11-20T10:06:00Z' };

function toResponse(all: typeof firstSearch, { method, query }: RecordedRequest): StubResponse {
  const limit = method === 'POST' ? 30 : Number(query.get('limit'));
  const start = method === 'POST' ? 0 : (Number(query.get('page')) - 1) * limit;
  const generation = all[0]?.id.split('_')[0] ?? '';
  return {
    body: {
      search_id: generation,
      searched_at: searchedAt[generation],
      offers: all.slice(start, start + limit),
      total_count: all.length,
    },
  };
}
const isWholeList = ({ query }: RecordedRequest) => query.get('limit') === '5000';
/** A promise that the test resolves to release a delayed response. */
function createDeferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}

const show = (parameters = search, options = {}) =>
  renderScreen(ResultsPage, { path: '/search', at: `/search?${parameters}`, ...options });
const getListSize = () => Number(document.querySelector('ol li')?.getAttribute('aria-setsize') ?? 0);
const getAnnouncement = () => document.querySelector('body > [role="status"]')?.textContent ?? '';
const getHeading = () => document.querySelector('h1')?.textContent;
const replacedMessage = 'The airlines have new prices, so the list was renewed.';

describe('whole list fetched in the background', () => {
  const flights = flightsStub();
  eventStreamStub();
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:01:00Z') });
    flights.respondWith((call) => toResponse(firstSearch, call));
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('[LIST-01] filters and counts all offers, not only the 30 cheapest', async () => {
    show(`${search}&refundable=1`);
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
    expect(screen.getByText('Prices from $200 to $292')).toBeTruthy();
    expect(getListSize()).toBe(30);
    expect(getAnnouncement()).toBe('63 flights found');
    expect(flights.requests).toHaveLength(2);
  });

  it('[LIST-01] shows how many offers are compared until the whole list is loaded, and never "0 flights"', async () => {
    const deferred = createDeferred();
    flights.respondWith(async (call) => {
      if (isWholeList(call)) await deferred.promise;
      return toResponse(firstSearch, call);
    });
    show(`${search}&refundable=1`);
    expect(
      await screen.findByText('Compared so far: the 30 cheapest. The others are on their way.'),
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
    flights.respondWith((call) =>
      isWholeList(call) ? new Promise<StubResponse>(() => undefined) : toResponse(firstSearch, call),
    );
    show();
    expect(await screen.findByText('93 of 93 flights found')).toBeTruthy();
    expect(getListSize()).toBe(30);
    expect(screen.getByText('Prices from $200')).toBeTruthy();
    expect(screen.queryByText(/Compar/)).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Duration: Shortest');
    expect(await screen.findByText(/^Compared so far: the 30 cheapest/)).toBeTruthy();
    expect(getHeading()).toBe('93 of 93 flights found');
  });

  it('[LIST-01] shows a failed background fetch when filters need it, and retries it on request', async () => {
    flights.respondWith((call) =>
      isWholeList(call) ? { status: 502, body: {} } : toResponse(firstSearch, call),
    );
    show(`${search}&refundable=1`);
    expect(await screen.findByText('Only the 30 cheapest of 93 flights could be compared.')).toBeTruthy();
    expect(getHeading()).toBe('30 of 93 flights compared');
    expect(screen.getByText('No match among the cheapest flights')).toBeTruthy();
    expect(screen.queryByText('Error Loading Flights')).toBeNull();
    expect(flights.requests).toHaveLength(2);
    flights.respondWith((call) => toResponse(firstSearch, call));
    await userEvent.click(screen.getByRole('button', { name: 'Compare all flights' }));
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
  });

  it('[PROVIDER-07] retries a busy background fetch after Retry-After', async () => {
    flights.respondWith((call) =>
      flights.requests.length === 2
        ? { status: 503, headers: { 'retry-after': '1' }, body: { error: 'SEARCH_BUSY', message: 'Busy.' } }
        : toResponse(firstSearch, call),
    );
    show(`${search}&refundable=1`);
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'), { timeout: 5000 });
    expect(flights.requests).toHaveLength(3);
  });

  it('[D61] replaces the first page with the whole list of another search, keeps the filters and announces the replacement', async () => {
    flights.respondWith((call) => toResponse(isWholeList(call) ? secondSearch : firstSearch, call));
    const { router } = show(`${search}&refundable=1&sort=price-desc`);
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
    expect(getAnnouncement()).toBe(`${replacedMessage} 63 flights found`);
    expect(screen.getByText(replacedMessage, { selector: '.ui-alert *' })).toBeTruthy();
    expect(screen.getByText('Prices from $300 to $392')).toBeTruthy();
    expect(router.state.location.search).toMatch(/&refundable=1&sort=price-desc$/);
  });

  it('[D61] replaces the list on Load More after the cached search expired, without duplicates', async () => {
    let current = firstSearch;
    flights.respondWith((call) =>
      isWholeList(call) && current === firstSearch ? { status: 502, body: {} } : toResponse(current, call),
    );
    show();
    await screen.findByText('93 of 93 flights found');
    await waitFor(() => expect(flights.requests).toHaveLength(2));
    current = secondSearch.slice(0, 36);
    await userEvent.click(screen.getByText('Load More Flights'));
    await waitFor(() => expect(getHeading()).toBe('36 of 36 flights found'));
    expect(getListSize()).toBe(36);
    expect(getAnnouncement()).toBe(`${replacedMessage} 36 flights found`);
  });

  it('[D61] ignores a response that is older than the refreshed results', async () => {
    const deferred = createDeferred();
    let current = firstSearch;
    flights.respondWith(async (call) => {
      const answer = toResponse(current, call);
      if (isWholeList(call) && current === firstSearch) await deferred.promise;
      return answer;
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
    expect(screen.getByText('Prices from $300 to $392')).toBeTruthy();
    expect(screen.queryByText(replacedMessage)).toBeNull();
  });

  it('[LIST-01] scrolls to the top when filters are applied', async () => {
    show();
    await screen.findByText('Prices from $200 to $292');
    window.scrollTo({ top: 900, behavior: 'instant' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Refundable tickets' }));
    expect(window.scrollY).toBe(900);
    await userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
    await waitFor(() => expect(getHeading()).toBe('63 of 93 flights found'));
    expect(window.scrollY).toBe(0);
  });

  it('[LIST-01] continues the fetch while an offer is open, and does not restore an offer that is gone', async () => {
    const deferred = createDeferred();
    flights.respondWith(async (call) => {
      if (call.path.includes('/offer/'))
        return { status: 410, body: { error: 'OFFER_EXPIRED', message: 'Gone.' } };
      if (isWholeList(call)) await deferred.promise;
      return toResponse(firstSearch, call);
    });
    const { router, client } = show();
    await screen.findByText('93 of 93 flights found');
    await act(() => router.navigate('/flight/a_3'));
    await client.fetchQuery(offerQueryOptions('a_3')).catch(() => undefined);
    removeFromCache(client, 'a_3');
    deferred.resolve();
    await waitFor(() => expect(client.isFetching()).toBe(0));
    const calls = flights.requests.length;
    await act(() => router.navigate(-1));
    expect(await screen.findByText('92 of 92 flights found')).toBeTruthy();
    expect(await screen.findByText('Prices from $200 to $292')).toBeTruthy();
    expect(flights.requests).toHaveLength(calls);
  });
});
