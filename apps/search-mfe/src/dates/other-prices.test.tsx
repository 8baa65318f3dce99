import { getAlternativePrices, searchFlights, type AlternativePrices } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getFocused } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Component as ResultsPage } from '../results/results-page.tsx';
import { renderElement, searchResponse, serveSearch } from '../testing/harness.tsx';
import '../testing/progress-streams.ts';
// Loaded with this file: what a test waits for does not include compiling it.
import './other-prices.tsx';

const hour = 3_600_000;
const now = Date.parse('2026-11-23T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => vi.useRealTimers());

const price = (amount: string, hoursAgo: number, total_currency = 'USD') => ({
  total_amount: amount,
  total_currency,
  seen_at: new Date(now - hoursAgo * hour).toISOString(),
});
const jfk = { iata_code: 'JFK', name: 'John F Kennedy' };
const ewr = { iata_code: 'EWR', name: 'Newark Liberty' };
const lhr = { iata_code: 'LHR', name: 'London Heathrow' };
const lgw = { iata_code: 'LGW', name: 'London Gatwick' };

const url =
  '/search?origin=JFK&destination=LHR&departureDate=2026-12-05&returnDate=2026-12-12&adultsCount=2&sort=duration&price=0-500';

/** Shows the list of a search whose cheapest offer costs $340. */
async function show(alternatives: Partial<AlternativePrices> = {}, search = url) {
  const offer = { ...sampleOffer(), total_amount: '340.00', total_currency: 'USD' };
  serveSearch([offer]);
  respondTo(getAlternativePrices, () => ({
    body: { days: [], nearby: [], nearby_routes: [], ...alternatives },
  }));
  const { router } = renderElement(<ResultsPage />, { url: search });
  const row = await screen.findByRole('button', { name: /rices on other days/ });
  return { row, router };
}
/** With the day of the search they are five, from which on the graph is offered. */
const farDays = ['2026-11-29', '2026-11-30', '2026-12-10', '2026-12-11'].map((date) => ({
  date,
  ...price('500', 5),
}));
const days = [
  ...farDays,
  { date: '2026-12-04', ...price('420', 5) },
  { date: '2026-12-07', ...price('312', 2) },
];
const findDays = () => screen.findByRole('list', { name: 'Prices by day of departure' });

describe('prices of other days', () => {
  it('are one closed row, which names a lower price, then buttons with day, price and age, after one request', async () => {
    const { row } = await show({ days });
    await waitFor(() => expect(row.textContent).toBe('Prices on other days: $312 on Mon, Dec 7'));
    expect(row.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('list', { name: 'Prices by day of departure' })).toBeNull();
    await userEvent.click(row);
    const names = within(await findDays())
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(names).toHaveLength(15);
    expect(names.slice(5, 10)).toEqual([
      'Thu Dec 3 Not seen',
      'Fri Dec 4 $420 seen 5 hours ago',
      'Sat Dec 5 $340 this search',
      'Sun Dec 6 Not seen',
      'Mon Dec 7 $312 seen 2 hours ago, the lowest shown',
    ]);
    expect(screen.getByText(/the oldest 5 hours ago/)).toBeTruthy();
    expect(requestsTo(getAlternativePrices).map(({ query }) => Object.fromEntries(query))).toEqual([
      {
        ...{ origin: 'JFK', destination: 'LHR', departureDate: '2026-12-05', returnDate: '2026-12-12' },
        ...{ cabinClass: 'economy', adultsCount: '2', childrenCount: '0', infantsCount: '0' },
      },
    ]);
  });

  it('without a lower one have none in the row, bars in proportion, and no amount in another currency', async () => {
    const { row } = await show({
      days: [
        ...farDays.map((day) => ({ ...day, total_amount: '680' })),
        { date: '2026-12-04', ...price('100', 1, 'EUR') },
      ],
    });
    await waitFor(() => expect(row.textContent).toBe('Prices on other days'));
    await userEvent.click(row);
    const list = await findDays();
    const bars = within(list)
      .getAllByRole('button')
      .flatMap((button) => /height: (\d+)px/.exec(button.innerHTML)?.[1] ?? []);
    const [other, , searched] = bars.map(Number);
    expect(bars).toHaveLength(5);
    expect(searched).toBeGreaterThan(0);
    expect(other).toBe(2 * searched!);
    expect(within(list).getAllByText('Not seen')).toHaveLength(10);
    expect(
      within(list)
        .getAllByText(/\d{3}$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['$680', '$680', '$340', '$680', '$680']);
  });

  it('do not count the price of this search as that of another day', async () => {
    const { row } = await show({ days: [{ date: '2026-12-05', ...price('340', 1) }] });
    await userEvent.click(row);
    expect(await screen.findByText(/No other day was searched in the last 48 hours\./)).toBeTruthy();
  });

  it('have no day in the past', async () => {
    const { row } = await show(
      {},
      '/search?origin=JFK&destination=LHR&departureDate=2026-11-24&returnDate=2026-11-26',
    );
    await userEvent.click(row);
    const [first] = within(await findDays()).getAllByRole('button');
    expect(first?.textContent).toBe('Mon Nov 23 Not seen');
  });

  it('search their day with the same length, order and travellers, seen or not, and leave the graph open', async () => {
    const { row, router } = await show({ days });
    await userEvent.click(row);
    for (const [name, departure, back] of [
      ['Mon Dec 7 $312 seen 2 hours ago, the lowest shown', '2026-12-07', '2026-12-14'],
      ['Thu Dec 3 Not seen', '2026-12-03', '2026-12-10'],
    ] as const) {
      await userEvent.click(within(await findDays()).getByRole('button', { name }));
      await waitFor(() => expect(router.state.location.search).toContain(`departureDate=${departure}`));
      const params = Object.fromEntries(new URLSearchParams(router.state.location.search));
      expect(params).toMatchObject({ returnDate: back, adultsCount: '2', sort: 'duration' });
      expect(params).not.toHaveProperty('price');
      await waitFor(() => {
        const current = screen.getByRole('button', { current: 'date' });
        expect(current.textContent).toContain('$340 this search');
        expect(getFocused()).toBe(current);
      });
    }
  });
});

describe('with fewer than five known days', () => {
  const fewDays = farDays.slice(0, 3);

  it('the row searches the six nearest unseen days, and then shows the graph', async () => {
    const { row } = await show({ days: fewDays });
    expect(row.textContent).toBe('See prices on other days');
    expect(requestsTo(searchFlights)).toHaveLength(1);
    respondTo(getAlternativePrices, () => ({ body: { days, nearby: [], nearby_routes: [] } }));
    await userEvent.click(row);
    const list = await findDays();
    const searched = requestsTo(searchFlights).slice(1);
    expect(searched.map(({ body }) => (body as { departureDate: string }).departureDate.slice(-2))).toEqual([
      '04',
      '06',
      '03',
      '07',
      '02',
      '08',
    ]);
    expect(within(list).getByRole('button', { name: /^Mon Dec 7 \$312/ })).toBeTruthy();
    expect(row.getAttribute('aria-expanded')).toBe('true');
  });

  it('a searched day without flights says so, and others that they were not seen', async () => {
    const { row } = await show({ days: fewDays });
    respondTo(searchFlights, () => ({ body: searchResponse([]) }));
    await userEvent.click(row);
    const list = await findDays();
    await waitFor(() =>
      expect(within(list).getByRole('button', { name: /^Fri Dec 4/ }).textContent).toBe(
        'Fri Dec 4 No flights',
      ),
    );
    expect(within(list).getAllByText('No flights')).toHaveLength(6);
    expect(within(list).getAllByText('Not seen').length).toBeGreaterThan(0);
  });

  it('a refusal of the first search ends it, and the row says so', async () => {
    const { row } = await show({ days: fewDays });
    respondTo(searchFlights, () => errorResponse('SEARCH_BUSY'));
    await userEvent.click(row);
    const text = 'Other days cannot be searched right now. Try again in a minute';
    await waitFor(() => expect(row.textContent).toBe(text));
    expect(requestsTo(searchFlights)).toHaveLength(2);
    expect(screen.queryByRole('list', { name: 'Prices by day of departure' })).toBeNull();
  });

  it('a later refusal ends it with what was found', async () => {
    const { row } = await show({ days: fewDays });
    respondTo(searchFlights, () =>
      requestsTo(searchFlights).length > 3
        ? errorResponse('SEARCH_BUSY')
        : { body: searchResponse([sampleOffer()]) },
    );
    await userEvent.click(row);
    expect(await findDays()).toBeTruthy();
    expect(requestsTo(searchFlights)).toHaveLength(4);
  });
});

describe('a nearby airport', () => {
  const findLink = () => screen.findByRole('link', { name: /\((EWR|LGW)\)/ });

  it('is offered when it was seen cheaper, with the price and its age', async () => {
    await show({ nearby: [{ origin: ewr, destination: lhr, ...price('298', 3) }] });
    const link = await findLink();
    expect(link.textContent).toBe('From Newark Liberty (EWR) $298, seen 3 hours ago');
    expect(link.getAttribute('href')).toContain('origin=EWR&destination=LHR&departureDate=2026-12-05');
  });

  it('is the cheapest one, also at the destination', async () => {
    const nearby = [
      { origin: ewr, destination: lhr, ...price('298', 3) },
      { origin: jfk, destination: lgw, ...price('250', 1) },
    ];
    await show({ nearby });
    expect((await findLink()).textContent).toBe('To London Gatwick (LGW) $250, seen 1 hour ago');
  });

  it('is not offered when it was seen as expensive, more expensive or in another currency', async () => {
    const seen = [price('340', 1), price('341', 1), price('100', 1, 'EUR')];
    await show({ days, nearby: seen.map((one) => ({ origin: ewr, destination: lhr, ...one })) });
    await screen.findByRole('button', { name: /\$312/ });
    expect(screen.queryByRole('link', { name: /EWR/ })).toBeNull();
  });
});

it('the list and its other days are shown when the prices cannot be loaded', async () => {
  serveSearch([{ ...sampleOffer(), total_amount: '340.00', total_currency: 'USD' }]);
  respondTo(getAlternativePrices, () => errorResponse('SERVICE_UNAVAILABLE'));
  renderElement(<ResultsPage />, { url });
  await userEvent.click(await screen.findByRole('button', { name: 'See prices on other days' }));
  expect(within(await findDays()).getAllByText('Not seen')).toHaveLength(14);
  expect(screen.getByRole('list', { name: 'Flights' })).toBeTruthy();
});
