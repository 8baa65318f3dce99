import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getAnnouncement, sentence } from '@fareline/ui-theme/testing';
import {
  asSeparateFlights,
  getListSize,
  queryCards,
  renderElement,
  searchRequests,
  serveSearch,
  withEmptyCards,
} from '../testing/harness.tsx';
import '../testing/progress-streams.ts';
import { Component as ResultsPage } from './results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=2';
const allOffers = asSeparateFlights(
  Array.from({ length: 140 }, (_, n) => sampleOffer({ id: `off_${n}`, total_amount: String(200 + n) })),
);
const firstOffers = allOffers.slice(0, 4);
const emptyCards = withEmptyCards(allOffers);
const show = (parameters = search) => renderElement(<ResultsPage />, { url: `/search?${parameters}` });

describe('list view', () => {
  beforeEach(() => serveSearch(firstOffers));

  it('applies sort and filters of the URL, and adds them to the offer links', async () => {
    show(`${search}&sort=price-desc&price=201-202`);
    expect(await screen.findByText('2 of 4 flights found')).toBeTruthy();
    expect(queryCards()[0]?.textContent).toContain('$202');
    expect(screen.getByLabelText('Sort by')).toHaveProperty('value', 'price-desc');
    expect(screen.getByRole('button', { name: 'Filters 1 active filter' })).toBeTruthy();
    const link = within(queryCards()[0]!).getByRole('link', { name: 'View Details' });
    expect(link.getAttribute('href')).toContain('&from_sort=price-desc&from_price=201-202');
  });

  it('stores order and filters in the URL without a call and without a new history entry', async () => {
    const { router } = show();
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Duration: Shortest');
    await userEvent.click(screen.getByRole('checkbox', { name: 'British Airways' }));
    await userEvent.click(screen.getByRole('button', { name: /^Apply Filters/ }));
    await waitFor(() => expect(router.state.location.search).toMatch(/&sort=duration&airlines=BA$/));
    expect(router.state.historyAction).toBe('REPLACE');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(router.state.location.search).toMatch(/&sort=duration$/));
    expect(searchRequests()).toHaveLength(1);
  });

  it('[LOOK-05] has tabs for three orders with what comes first in each, among the flights that match, and says so once on a card', async () => {
    const slices = (duration: string) => [{ ...sampleSlice('LHR', 'JFK'), duration }];
    const priced = [
      { total_amount: '90', slices: slices('PT20H') },
      { total_amount: '120', slices: slices('PT9H') },
      { total_amount: '1000', slices: slices('PT7H') },
    ].map((terms, n) => sampleOffer({ id: `tab_${n}`, ...terms }));
    serveSearch(asSeparateFlights(priced));
    const { router } = show();
    const tabs = await screen.findByRole('group', { name: 'Best, cheapest, fastest' });
    const getTabs = () =>
      within(tabs)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    await waitFor(() =>
      expect(getTabs()).toEqual(['Best, $120 · 9h', 'Cheapest, $90 · 20h', 'Fastest, $1,000 · 7h']),
    );
    const getWords = () =>
      queryCards().map((card) => card.textContent.match(/Best|Cheapest|Fastest/g)?.join(' ') ?? '');
    expect(getWords()).toEqual(['Cheapest', 'Best', 'Fastest']);
    expect(within(tabs).getByRole('button', { pressed: true }).textContent).toMatch(/^Cheapest/);
    await userEvent.click(within(tabs).getByRole('button', { name: /^Fastest/ }));
    expect(within(tabs).getByRole('button', { pressed: true }).textContent).toMatch(/^Fastest/);
    expect(queryCards()[0]?.textContent).toContain('$1,000');
    expect(screen.getByLabelText('Sort by')).toHaveProperty('value', 'duration');
    await act(() => router.navigate(`/search?${search}&price=90-500`));
    await waitFor(() => expect(getTabs()[2]).toBe('Fastest, $120 · 9h'));
    expect(getWords()).toEqual(['Cheapest', 'Best Fastest']);
  });

  it('starts another search without filters', async () => {
    const { router } = show(`${search}&price=201-202`);
    await screen.findByText('2 of 4 flights found');
    await act(() => router.navigate('/search?origin=LHR&destination=AMS&departureDate=2090-12-05'));
    expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
    expect(screen.queryByText('Clear all')).toBeNull();
  });

  it('[PROVIDER-42] names the currency of the prices', async () => {
    serveSearch(emptyCards.map((card) => ({ ...card, total_currency: 'CAD' })));
    show();
    expect(await screen.findByText(sentence('Prices from CA$200 to CA$339'))).toBeTruthy();
    expect(screen.getByText('in CAD')).toBeTruthy();
  });

  it('restores the loaded cards, the order and the filters on Back from an offer', async () => {
    serveSearch(emptyCards);
    const { router } = show();
    await screen.findByText(sentence('Prices from $200 to $339'));
    await userEvent.click(await screen.findByText('Load More Flights'));
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Price: High to Low');
    await waitFor(() => expect(router.state.location.search).toContain('sort=price-desc'));
    const calls = searchRequests().length;
    await act(() => router.navigate('/flight/off_1'));
    expect(await screen.findByText('Page /flight/off_1')).toBeTruthy();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('140 of 140 flights found')).toBeTruthy();
    expect(getListSize()).toBe(130);
    expect(screen.getByLabelText('Sort by')).toHaveProperty('value', 'price-desc');
    expect(searchRequests()).toHaveLength(calls);
  });

  it('[RESULTS-06] keeps the list parameters when from_ parameters are removed from the URL', async () => {
    const { router } = show(`${search}&from_sort=duration&stops=0`);
    await screen.findByText('4 of 4 flights found');
    await waitFor(() => expect(router.state.location.search).toMatch(/&sort=duration&stops=0$/));
  });

  it('explains the order Best while it is chosen', async () => {
    show();
    expect(screen.queryByText(/^Best counts half for the price/)).toBeNull();
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Best');
    expect(await screen.findByText(/^Best counts half for the price/)).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Best' }).title).toMatch(/^Best counts half/);
  });

  it.each([
    ['USD', 'Prices from $201 to $230', 'in USD'],
    ['KWD', 'Prices from KWD\u00A0201 to KWD\u00A0230', undefined],
  ])('[RESULTS-13] names the currency of prices once: %s', async (total_currency, range, note) => {
    const prices = ['201.00', '230.00'];
    const offers = firstOffers
      .slice(0, 2)
      .map((offer, index) => ({ ...offer, total_amount: prices[index]! }));
    serveSearch(offers.map((offer) => ({ ...offer, total_currency })));
    show();
    expect(await screen.findByText(sentence(range))).toBeTruthy();
    expect(screen.queryByText(/^in [A-Z]{3}$/)?.textContent).toBe(note);
  });

  it('sorts by the price with a checked bag and stores that in the URL', async () => {
    const [first, second, third] = firstOffers.map((offer) => ({ ...offer }));
    if (!first || !second || !third) throw new Error('test needs three offers');
    first.checked_bag = { status: 'paid', total_amount: '60.00' };
    second.checked_bag = { status: 'included', total_amount: null };
    serveSearch([first, second, third]);
    const { router } = show();
    await userEvent.click(await screen.findByRole('switch', { name: 'With a checked bag' }));
    await waitFor(() => expect(router.state.location.search).toMatch(/&bag=checked$/));
    expect(await screen.findByText(sentence('Prices with a checked bag from $201 to $260'))).toBeTruthy();
    expect(screen.getByText('in USD; flights whose bag price is not known come last')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'View Details' });
    expect(links.map((link) => /off_\d/.exec(link.getAttribute('href') ?? '')?.[0])).toEqual([
      'off_1',
      'off_0',
      'off_2',
    ]);
    await userEvent.click(screen.getByRole('switch', { name: 'With a checked bag' }));
    expect(await screen.findByText(sentence('Prices from $200 to $202'))).toBeTruthy();
    expect(searchRequests()).toHaveLength(1);
  });

  it('announces the number of flights when it changes', async () => {
    show(`${search}&price=201-202`);
    await screen.findByText('2 of 4 flights found');
    expect(getAnnouncement()).toBe('2 flights found');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(getAnnouncement()).toBe('4 flights found'));
  });
});
