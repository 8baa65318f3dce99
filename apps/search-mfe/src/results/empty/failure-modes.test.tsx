import { searchFlights, searchFlightsPage } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, proxyResponse, respondTo } from '@fareline/tools/fake-server';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import {
  asSeparateFlights,
  renderElement,
  searchRequests,
  searchResponse,
  serveSearch,
} from '../../testing/harness.tsx';
import { progressStreams } from '../../testing/progress-streams.ts';
import { Component as ResultsPage } from '../results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05';
const show = (parameters = search) => renderElement(<ResultsPage />, { url: `/search?${parameters}` });
const offers = asSeparateFlights([
  sampleOffer({ id: 'a', total_amount: '100' }),
  sampleOffer({ id: 'b', total_amount: '101' }),
]);

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

describe('failure modes of the results page', () => {
  const headers = { 'retry-after': '1' };
  beforeEach(() => {
    // Before the screen is rendered, because a failed search is repeated when the browser is online again.
    setOnline(true);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    serveSearch(offers, { searched_at: '2026-11-20T10:00:00Z' });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:05:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('shows that the browser is offline, and searches when it is online again', async () => {
    const view = renderElement(null);
    setOnline(false);
    view.unmount();
    show();
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(screen.queryByText('Error Loading Flights')).toBeNull();
    expect(progressStreams()).toEqual([]);
    setOnline(true);
    expect(await screen.findByText('2 of 2 flights found')).toBeTruthy();
  });

  it('retries a failed search when the browser is online again', async () => {
    respondTo(searchFlights, () => errorResponse('PROVIDER_UNAVAILABLE'));
    show();
    await screen.findByText('Error Loading Flights');
    setOnline(false);
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    serveSearch(offers);
    setOnline(true);
    expect(await screen.findByText('2 of 2 flights found')).toBeTruthy();
  });

  it('[PROVIDER-07] [ERROR-01] [ERROR-03] retries a busy search with Retry-After, then fails with a message that promises no retry', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    respondTo(searchFlights, () => errorResponse('SEARCH_BUSY', { headers }));
    show();
    expect(await screen.findByText('Flight search is busy right now.')).toBeTruthy();
    expect(screen.queryByText('Error Loading Flights')).toBeNull();
    vi.setSystemTime(new Date('2026-11-20T10:10:00Z'));
    const text =
      'Unable to search flights: Flight search is still busy. Please try again in a minute. Searches of the last minutes still open at once.';
    expect(await screen.findByText(text, {}, { timeout: 5000 })).toBeTruthy();
    expect(screen.queryByText('Flight search is busy right now.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
    expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Error Loading Flights' }));
    expect(logged).toHaveBeenLastCalledWith(`${text} Search failed with status: 503`);
    logged.mockRestore();
    expect(searchRequests()).toHaveLength(2);
  });

  it('[PROVIDER-07] [LIMIT-02] counts the seconds to the retry of a search over a limit of the own connection', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    respondTo(searchFlights, () => errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '12' } }));
    show();
    const getAlertText = () =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .find((text) => text.startsWith('Many searches were started from your connection.'));
    await act(() => vi.advanceTimersByTimeAsync(500));
    // Screen readers hear every tenth second only.
    expect(getAlertText()).toMatch(/in 12 seconds.*in 20 seconds/);
    expect(getAlertText()).toContain('Searches of the last minutes still open at once.');
    expect(screen.getByText('Waiting to search again...')).toBeTruthy();
    expect(screen.queryByText('Searching for the best flight deals...')).toBeNull();
    expect(screen.queryByText('Searching all airlines...')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(getAlertText()).toMatch(/in 8 seconds.*in 10 seconds/);
    serveSearch(offers);
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(screen.getByText('2 of 2 flights found')).toBeTruthy();
  });

  it('[PROVIDER-07] does not wait for a Retry-After above the limit', async () => {
    respondTo(searchFlights, () => proxyResponse(429, '', { 'retry-after': '600' }));
    show();
    expect(await screen.findByText('Error Loading Flights')).toBeTruthy();
    expect(searchRequests()).toHaveLength(1);
  });

  it('shows a general message for a failure without Retry-After and without a message', async () => {
    respondTo(searchFlights, () => proxyResponse(503, '<html>'));
    show();
    const sentence = 'Flight search is not available right now. Please try again in a moment.';
    const text = `Unable to search flights: ${sentence}`;
    expect(await screen.findByText(text)).toBeTruthy();
    expect(searchRequests()).toHaveLength(1);
  });

  it('shows once that a search is slow', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    respondTo(searchFlights, () => new Promise(() => undefined));
    show();
    const querySlowAlerts = () => screen.queryAllByText('The airlines are slow today.');
    act(() => void vi.advanceTimersByTime(9_000));
    expect(querySlowAlerts()).toHaveLength(0);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(querySlowAlerts()).toHaveLength(1);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(/^The airlines are slow today\..*It can take up to a minute\./),
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
    const facts = { itinerary_count: 40, median_emissions_kg: null, shortest_minutes: null };
    const firstPage = { body: searchResponse(offers, { total_count: 40, facts }) };
    respondTo(searchFlights, () => firstPage);
    respondTo(searchFlightsPage, ({ query }) =>
      query.get('limit') === '5000' ? errorResponse('PROVIDER_UNAVAILABLE') : firstPage,
    );
    show();
    await screen.findByText('40 of 40 flights found');
    await waitFor(() => expect(searchRequests()).toHaveLength(2));
    setOnline(false);
    expect(await screen.findByText(/^You are offline\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load More Flights' }));
    expect(await screen.findByText(/^You are offline\. More flights come by themselves/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Results' }));
    expect(screen.getByText('40 of 40 flights found')).toBeTruthy();
    expect(searchRequests()).toHaveLength(2);
    setOnline(true);
    await waitFor(() => expect(searchRequests().length).toBeGreaterThanOrEqual(4));
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
    serveSearch(offers.slice(1), { searched_at: '2026-11-20T10:30:00Z' });
    await userEvent.click(screen.getByText('Refresh Results', { selector: '.ui-alert button' }));
    expect(await screen.findByText('1 of 1 flights found')).toBeTruthy();
    expect(screen.queryByText(/These prices are from/)).toBeNull();
  });

  it.each([
    ['', 'Missing required flight search parameters'],
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
      expect(document.body.innerHTML).not.toContain('<script');
      expect(searchRequests()).toEqual([]);
      expect(progressStreams()).toEqual([]);
    },
  );

  it('ignores invalid values of sort and filters', async () => {
    show(`${search}&sort=cheapest&price=abc&stops=17&airlines=%3Cscript%3E&refundable=perhaps`);
    expect(await screen.findByText('2 of 2 flights found')).toBeTruthy();
    expect(screen.queryByText('Clear all')).toBeNull();
  });
});
