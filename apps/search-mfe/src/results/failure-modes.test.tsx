import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStreamStub } from '../testing/event-stream-stub.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleOffer } from '../testing/sample-offer.ts';
import { flightsStub } from '../testing/flights-stub.ts';
import { Component as ResultsPage } from './results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05';
const show = (parameters = search) =>
  renderScreen(ResultsPage, { path: '/search', at: `/search?${parameters}` });
const offers = [sampleOffer('a', '100'), sampleOffer('b', '101')];

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

describe('failure modes of the results page', () => {
  const flights = flightsStub();
  const events = eventStreamStub();
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    flights.respondWith(() => ({ body: { offers, total_count: 2, searched_at: '2026-11-20T10:00:00Z' } }));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:05:00Z') });
  });
  afterEach(() => {
    // A failed search that is still mounted would be retried by the next test's online event.
    cleanup();
    setOnline(true);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('shows that the browser is offline, and searches when it is online again', async () => {
    const view = renderScreen(() => null);
    setOnline(false);
    view.unmount();
    show();
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(screen.queryByText('Error Loading Flights')).toBeNull();
    expect(events.requestUrls).toEqual([]);
    setOnline(true);
    expect(await screen.findByText('2 of 2 flights found')).toBeTruthy();
  });

  it('retries a failed search when the browser is online again', async () => {
    flights.respondWith(() => ({ status: 502, body: {} }));
    // As in the shell's client; otherwise the query library refetches by itself.
    const client = new QueryClient({ defaultOptions: { queries: { refetchOnReconnect: false } } });
    renderScreen(ResultsPage, { path: '/search', at: `/search?${search}`, client });
    await screen.findByText('Error Loading Flights');
    setOnline(false);
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    flights.respondWith(() => ({ body: { offers, total_count: 2 } }));
    setOnline(true);
    expect(await screen.findByText('2 of 2 flights found')).toBeTruthy();
  });

  it.each([
    [503, 'SEARCH_BUSY', 'We will try again in a moment.', 'Flight search is still busy. Please try again.'],
    [503, 'SERVICE_UNAVAILABLE', 'Not available right now.', 'Not available right now.'],
    [429, 'TOO_MANY_REQUESTS', 'Please wait a minute.', 'Please wait a minute.'],
    [503, undefined, undefined, 'Flight search is not available right now. Please try again in a moment.'],
  ])(
    '[PROVIDER-07] [ERROR-01] [ERROR-03] retries %s %s with Retry-After, then fails with a message that promises no retry',
    async (status, error, message, sentence) => {
      flights.respondWith(() => ({ status, headers: { 'retry-after': '1' }, body: { error, message } }));
      show();
      expect(await screen.findByText('Flight search is busy right now.')).toBeTruthy();
      expect(screen.queryByText('Error Loading Flights')).toBeNull();
      vi.setSystemTime(new Date('2026-11-20T10:07:00Z'));
      const text = `Unable to search flights: ${sentence} Search failed with status: ${status}`;
      expect(await screen.findByText(text, {}, { timeout: 5000 })).toBeTruthy();
      expect(screen.queryByText('Flight search is busy right now.')).toBeNull();
      expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
      expect(flights.requests).toHaveLength(2);
    },
  );

  it('[PROVIDER-07] retries a busy search for two minutes with increasing delays', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const requestTimes: number[] = [];
    flights.respondWith(() => {
      requestTimes.push(Date.now());
      return {
        status: 503,
        headers: { 'retry-after': '3' },
        body: { error: 'SEARCH_BUSY', message: 'Busy.' },
      };
    });
    show();
    while (!screen.queryByText('Error Loading Flights')) {
      await act(() => vi.advanceTimersByTimeAsync(200));
      await new Promise((done) => setImmediate(done));
    }
    const delays = requestTimes.slice(1).map((time, n) => time - (requestTimes[n] ?? 0));
    for (const [n, minSeconds] of [3, 3, 4, 8, 16, 20].entries())
      expect(delays[n]).toBeGreaterThanOrEqual(minSeconds * 1000);
    const totalMs = (requestTimes.at(-1) ?? 0) - (requestTimes[0] ?? 0);
    expect(totalMs).toBeGreaterThan(90_000);
    expect(totalMs).toBeLessThanOrEqual(125_000);
  });

  it('[PROVIDER-07] does not wait for a Retry-After above the limit', async () => {
    flights.respondWith(() => ({ status: 429, headers: { 'retry-after': '600' }, body: {} }));
    show();
    expect(await screen.findByText('Error Loading Flights')).toBeTruthy();
    expect(flights.requests).toHaveLength(1);
  });

  it('shows a general message for a failure without Retry-After and without a message', async () => {
    flights.respondWith(() => ({ status: 503, body: '<html>' }));
    show();
    const sentence = 'Flight search is not available right now. Please try again in a moment.';
    const text = `Unable to search flights: ${sentence} Search failed with status: 503`;
    expect(await screen.findByText(text)).toBeTruthy();
    expect(flights.requests).toHaveLength(1);
  });

  it('shows once that a search is slow', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    flights.respondWith(() => new Promise(() => undefined));
    show();
    const querySlowAlerts = () => screen.queryAllByText('The airlines are slow today.');
    act(() => void vi.advanceTimersByTime(9_000));
    expect(querySlowAlerts()).toHaveLength(0);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(querySlowAlerts()).toHaveLength(1);
    expect(querySlowAlerts()[0]?.closest('[role="status"]')?.textContent).toContain(
      'It can take up to a minute.',
    );
  });

  it.each([
    ['', 'One way'],
    ['&returnDate=2090-12-12', 'Round trip'],
  ])(
    '[RESULTS-10] [FORM-10] labels a round trip with the return parameter "%s" as %s',
    async (parameters, badge) => {
      show(`${search}&tripType=round-trip${parameters}`);
      expect(screen.getByText(badge)).toBeTruthy();
      expect(await screen.findByText('2 of 2 flights found')).toBeTruthy();
    },
  );

  it('keeps the list while offline, and sends paused requests when the browser is online again', async () => {
    flights.respondWith(({ query }) => {
      const part = { offers, total_count: 40, search_id: 'one' };
      return query.get('limit') === '5000' ? { status: 500, body: {} } : { body: part };
    });
    show();
    await screen.findByText('40 of 40 flights found');
    await waitFor(() => expect(flights.requests).toHaveLength(2));
    setOnline(false);
    expect(await screen.findByText(/^You are offline\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load More Flights' }));
    expect(await screen.findByText(/^You are offline\. More flights come by themselves/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Results' }));
    expect(screen.getByText('40 of 40 flights found')).toBeTruthy();
    expect(flights.requests).toHaveLength(2);
    setOnline(true);
    await waitFor(() => expect(flights.requests.length).toBeGreaterThanOrEqual(4));
    expect(await screen.findByText('40 of 40 flights found')).toBeTruthy();
    expect(screen.queryByText(/^You are offline/)).toBeNull();
  });

  it('shows the age of the prices when the tab becomes visible after half an hour', async () => {
    const since = new Date('2026-11-20T10:00:00Z');
    const clock = `${String(since.getHours()).padStart(2, '0')}:${String(since.getMinutes()).padStart(2, '0')}`;
    show();
    await screen.findByText('2 of 2 flights found');
    expect(screen.queryByText(/These prices are from/)).toBeNull();
    vi.setSystemTime(new Date('2026-11-20T10:30:00Z'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(
      await screen.findByText(`These prices are from ${clock}. Refresh to see current ones.`),
    ).toBeTruthy();
    const now = { offers: offers.slice(1), total_count: 1, searched_at: '2026-11-20T10:30:00Z' };
    flights.respondWith(() => ({ body: now }));
    await userEvent.click(screen.getByText('Refresh Results', { selector: '.ui-alert button' }));
    expect(await screen.findByText('1 of 1 flights found')).toBeTruthy();
    expect(screen.queryByText(/These prices are from/)).toBeNull();
  });

  it('marks an expired offer and shows the age of the prices', async () => {
    const expired = sampleOffer('c', '99', { expires_at: '2026-11-20T10:04:59Z' });
    flights.respondWith(() => ({ body: { offers: [expired, ...offers], total_count: 3 } }));
    show();
    expect(await screen.findByText('Expired. Refresh the results.')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'View Details' })).toHaveLength(2);
    expect(screen.getByText(/These prices are from/)).toBeTruthy();
  });

  it.each([
    ['', 'Missing required flight search parameters'],
    ['origin=LHR&destination=JFK&departureDate=2025-01-05', 'Departure date cannot be in the past'],
    [`${search}&adults=40`, 'At most 9 travellers can be searched for at once'],
    [`${search}&returnDate=2090-12-01`, 'Return date must be after departure date'],
    ['origin=LHR&destination=LHR&departureDate=2090-12-05', 'Origin and destination cannot be the same'],
    [
      'origin=%3Cscript%3Ealert(1)%3C/script%3E&destination=LHR&departureDate=2090-12-05',
      'The origin is not an airport or city code of three letters',
    ],
  ])(
    '[RESULTS-08] [RESULTS-22] shows for "%s" a message and a link to modify the search, without a call',
    async (parameters, message) => {
      show(parameters);
      expect(screen.getByText(message)).toBeTruthy();
      expect(screen.getByRole('heading', { name: 'Error Loading Flights' })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Modify Search' }).getAttribute('href')).toBe('/');
      expect(document.querySelector('script')).toBeNull();
      expect(flights.requests).toEqual([]);
      expect(events.requestUrls).toEqual([]);
    },
  );

  it('ignores invalid values of sort and filters', async () => {
    show(`${search}&sort=cheapest&price=abc&stops=17&airlines=%3Cscript%3E&refundable=perhaps`);
    expect(await screen.findByText('2 of 2 flights found')).toBeTruthy();
    expect(screen.queryByText('Clear all')).toBeNull();
  });
});
