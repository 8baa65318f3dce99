import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFromCache } from '../offer-details/remove-from-cache.ts';
import { offerQueryOptions } from '../offers/offer-queries.ts';
import { eventStreamStub } from '../testing/event-stream-stub.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleOffer } from '../testing/sample-offer.ts';
import { flightsStub, type StubResponse, type RecordedRequest } from '../testing/flights-stub.ts';
import { Component as ResultsPage } from './results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05';
const { conditions } = sampleOffer('', '0');
/** Of 93 offers the 30 cheapest give nothing back and the other 63 do. Cards without flights draw nothing: quick to show. */
const offersOf = (generation: string, from = 200) =>
  Array.from({ length: 93 }, (_, n) =>
    sampleOffer(`${generation}_${n}`, String(from + n), {
      slices: [],
      conditions: { ...conditions, refundable: n >= 30 },
    }),
  );
const first = offersOf('a');
const second = offersOf('b', 300);
const times: Record<string, string> = { a: '2026-11-20T10:00:00Z', b: '2026-11-20T10:06:00Z' };

function answerOf(all: typeof first, { method, query }: RecordedRequest): StubResponse {
  const limit = method === 'POST' ? 30 : Number(query.get('limit'));
  const start = method === 'POST' ? 0 : (Number(query.get('page')) - 1) * limit;
  const generation = all[0]?.id.split('_')[0] ?? '';
  return {
    body: {
      search_id: generation,
      searched_at: times[generation],
      offers: all.slice(start, start + limit),
      total_count: all.length,
    },
  };
}
const isWholeList = ({ query }: RecordedRequest) => query.get('limit') === '5000';
/** Lets the test say when the answer goes out. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((done) => (open = done));
  return { opened, open: () => open() };
}

const show = (parameters = search, options = {}) =>
  renderScreen(ResultsPage, { path: '/search', at: `/search?${parameters}`, ...options });
const places = () => Number(document.querySelector('ol li')?.getAttribute('aria-setsize') ?? 0);
const spoken = () => document.querySelector('body > [role="status"]')?.textContent ?? '';
const heading = () => document.querySelector('h1')?.textContent;
const renewed = 'The airlines have new prices, so the list was renewed.';

describe('the whole list in the background', () => {
  const flights = flightsStub();
  eventStreamStub();
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:01:00Z') });
    flights.respondWith((call) => answerOf(first, call));
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('[LIST-01] filters and counts speak of all offers, not of the 30 cheapest', async () => {
    show(`${search}&refundable=1`);
    await waitFor(() => expect(heading()).toBe('63 of 93 flights found'));
    expect(screen.getByText('Prices from $200 to $292')).toBeTruthy();
    expect(places()).toBe(30);
    expect(spoken()).toBe('63 flights found');
    expect(flights.requests).toHaveLength(2);
  });

  it('[LIST-01] until the rest is there the screen says what it compares, and never that there are none', async () => {
    const line = gate();
    flights.respondWith(async (call) => {
      if (isWholeList(call)) await line.opened;
      return answerOf(first, call);
    });
    show(`${search}&refundable=1`);
    expect(
      await screen.findByText('Compared so far: the 30 cheapest. The others are on their way.'),
    ).toBeTruthy();
    expect(heading()).toBe('Comparing 93 flights');
    expect(spoken()).toBe('Comparing 93 flights');
    expect(screen.queryByText('No Matching Flights')).toBeNull();
    expect(document.body.textContent).not.toMatch(/\b0 (of 93 )?flights/);
    line.open();
    await waitFor(() => expect(heading()).toBe('63 of 93 flights found'));
    expect(screen.queryByText(/Compared so far/)).toBeNull();
  });

  it('[LIST-01] a list that is neither filtered nor sorted is shown at once, with nothing to explain', async () => {
    flights.respondWith((call) =>
      isWholeList(call) ? new Promise<StubResponse>(() => undefined) : answerOf(first, call),
    );
    show();
    expect(await screen.findByText('93 of 93 flights found')).toBeTruthy();
    expect(places()).toBe(30);
    expect(screen.getByText('Prices from $200')).toBeTruthy();
    expect(screen.queryByText(/Compar/)).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Duration: Shortest');
    expect(await screen.findByText(/^Compared so far: the 30 cheapest/)).toBeTruthy();
    expect(heading()).toBe('93 of 93 flights found');
  });

  it('[LIST-01] a background call that fails is said where it matters, and is made again on request', async () => {
    flights.respondWith((call) => (isWholeList(call) ? { status: 502, body: {} } : answerOf(first, call)));
    show(`${search}&refundable=1`);
    expect(await screen.findByText('Only the 30 cheapest of 93 flights could be compared.')).toBeTruthy();
    expect(heading()).toBe('30 of 93 flights compared');
    expect(screen.getByText('No match among the cheapest flights')).toBeTruthy();
    expect(screen.queryByText('Error Loading Flights')).toBeNull();
    expect(flights.requests).toHaveLength(2);
    flights.respondWith((call) => answerOf(first, call));
    await userEvent.click(screen.getByRole('button', { name: 'Compare all flights' }));
    await waitFor(() => expect(heading()).toBe('63 of 93 flights found'));
  });

  it('[PROVIDER-07] a background call that is told to come back later does', async () => {
    flights.respondWith((call) =>
      flights.requests.length === 2
        ? { status: 503, headers: { 'retry-after': '1' }, body: { error: 'SEARCH_BUSY', message: 'Busy.' } }
        : answerOf(first, call),
    );
    show(`${search}&refundable=1`);
    await waitFor(() => expect(heading()).toBe('63 of 93 flights found'), { timeout: 5000 });
    expect(flights.requests).toHaveLength(3);
  });

  it('[D61] a list of another search takes the place of the first page: nothing twice, filters kept, and it says so', async () => {
    flights.respondWith((call) => answerOf(isWholeList(call) ? second : first, call));
    const { router } = show(`${search}&refundable=1&sort=price-desc`);
    await waitFor(() => expect(heading()).toBe('63 of 93 flights found'));
    expect(spoken()).toBe(`${renewed} 63 flights found`);
    expect(screen.getByText(renewed, { selector: '.ui-alert *' })).toBeTruthy();
    expect(screen.getByText('Prices from $300 to $392')).toBeTruthy();
    expect(router.state.location.search).toMatch(/&refundable=1&sort=price-desc$/);
  });

  it('[D61] Load More after the cache ended replaces the list instead of showing flights twice', async () => {
    let current = first;
    flights.respondWith((call) =>
      isWholeList(call) && current === first ? { status: 502, body: {} } : answerOf(current, call),
    );
    show();
    await screen.findByText('93 of 93 flights found');
    await waitFor(() => expect(flights.requests).toHaveLength(2));
    current = second.slice(0, 36);
    await userEvent.click(screen.getByText('Load More Flights'));
    await waitFor(() => expect(heading()).toBe('36 of 36 flights found'));
    expect(places()).toBe(36);
    expect(spoken()).toBe(`${renewed} 36 flights found`);
  });

  it('[D61] an answer that is older than what Refresh brought is passed over', async () => {
    const line = gate();
    let current = first;
    flights.respondWith(async (call) => {
      const answer = answerOf(current, call);
      if (isWholeList(call) && current === first) await line.opened;
      return answer;
    });
    show(`${search}&refundable=1`);
    await screen.findByText(/others are on their way/);
    current = second;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Results' }));
    await waitFor(() => expect(heading()).toBe('63 of 93 flights found'));
    await act(async () => {
      line.open();
      await new Promise((done) => setImmediate(done));
    });
    expect(screen.getByText('Prices from $300 to $392')).toBeTruthy();
    expect(screen.queryByText(renewed)).toBeNull();
  });

  it('[LIST-01] filters that are applied far down lead to the beginning of what they leave', async () => {
    show();
    await screen.findByText('Prices from $200 to $292');
    window.scrollTo({ top: 900, behavior: 'instant' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Refundable tickets' }));
    expect(window.scrollY).toBe(900);
    await userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
    await waitFor(() => expect(heading()).toBe('63 of 93 flights found'));
    expect(window.scrollY).toBe(0);
  });

  it('[LIST-01] goes on while an offer is looked at, and does not bring back one that is gone', async () => {
    const line = gate();
    flights.respondWith(async (call) => {
      if (call.path.includes('/offer/'))
        return { status: 410, body: { error: 'OFFER_EXPIRED', message: 'Gone.' } };
      if (isWholeList(call)) await line.opened;
      return answerOf(first, call);
    });
    const { router, client } = show();
    await screen.findByText('93 of 93 flights found');
    await act(() => router.navigate('/flight/a_3'));
    await client.fetchQuery(offerQueryOptions('a_3')).catch(() => undefined);
    removeFromCache(client, 'a_3');
    line.open();
    await waitFor(() => expect(client.isFetching()).toBe(0));
    const calls = flights.requests.length;
    await act(() => router.navigate(-1));
    expect(await screen.findByText('92 of 92 flights found')).toBeTruthy();
    expect(await screen.findByText('Prices from $200 to $292')).toBeTruthy();
    expect(flights.requests).toHaveLength(calls);
  });
});
