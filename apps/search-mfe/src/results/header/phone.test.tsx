import { searchFlights } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { respondTo } from '@fareline/tools/fake-server';
import { getFocused, sentence } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asSeparateFlights, queryCards, renderElement, serveSearch } from '../../testing/harness.tsx';
import '../../testing/progress-streams.ts';
import { parseModifyState } from '../../search-query/modify-state.ts';
import { Component as ResultsPage } from '../results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05&returnDate=2090-12-12&adultsCount=2';
const offers = asSeparateFlights(
  Array.from({ length: 4 }, (_, n) => sampleOffer({ id: `off_${n}`, total_amount: String(200 + n) })),
);
const show = (parameters = search) => renderElement(<ResultsPage />, { url: `/search?${parameters}` });
const getSummary = () => screen.getByRole('button', { name: /change your search$/ });
const openForm = async () => {
  await userEvent.click(getSummary());
  return screen.findByRole('dialog', { name: 'Change your search' });
};

it('[RESULTS-09] opens the form with the search in place, and closes it by Escape and by its button', async () => {
  serveSearch(offers);
  show();
  const dialog = await openForm();
  expect(within(dialog).getByRole('button', { name: 'Departure' }).textContent).toBe('Dec 05, 2090');
  const from = within(dialog).getByRole('combobox', { name: 'From' });
  // The code stands there until the names of the airports are loaded.
  await waitFor(() => expect(from).toHaveProperty('value', 'London (LHR)'));
  // The open list of airports is closed first.
  await userEvent.type(from, 'AMS');
  expect(from.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(from.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('dialog', { name: 'Change your search' })).toBe(dialog);
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getFocused()).toBe(getSummary());
  await userEvent.click(within(await openForm()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(getFocused()).toBe(getSummary()));
});

it('[RESULTS-09] [FORM-26] searches from the form in place as from the home page, and closes it', async () => {
  serveSearch(offers);
  const { router } = show(`${search}&sort=duration`);
  const submit = async (dialog: HTMLElement) => {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Search flights' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const dialog = await openForm();
  await userEvent.click(within(dialog).getByRole('tab', { name: 'One-way' }));
  await submit(dialog);
  await waitFor(() => expect(router.state.location.search).toMatch(/&adultsCount=2.*&tripType=one-way$/));
  expect(router.state.historyAction).toBe('PUSH');
  await waitFor(() => expect(getSummary().textContent).toContain('One way'));
  // The same search again.
  await submit(await openForm());
  expect(await screen.findByText('4 of 4 flights found')).toBeTruthy();
});

describe('on a phone', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList,
    );
    serveSearch(offers);
  });
  afterEach(() => void vi.restoreAllMocks());

  it('[LOOK-05] [RESULTS-10] [RESULTS-11] has the search in one bar, with both its actions', async () => {
    const { router } = show();
    expect(getSummary().textContent).toBe(
      'LHR to JFKDec 5 - Dec 122 adults · Economy · Round trip, change your search',
    );
    expect(screen.getByRole('button', { name: 'Refresh Results' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Modify Search' }));
    expect(router.state.location.pathname).toBe('/');
    expect(parseModifyState(router.state.location.state)).toMatchObject({ origin: 'LHR' });
  });

  it('[LOOK-05] has filters, bags, stops and order in one row', async () => {
    const { router } = show(`${search}&refundable=0&airlines=BA`);
    const chips = within(await screen.findByRole('group', { name: 'Filter and sort' }));
    expect(chips.getByRole('button', { name: 'Filters 1 active filter' })).toBeTruthy();
    const bags = chips.getByRole('button', { name: 'Bags with a checked bag' });
    await userEvent.click(bags);
    expect(bags.getAttribute('aria-pressed')).toBe('true');
    expect(router.state.location.search).toMatch(/&bag=checked/);
    const order = chips.getByRole('combobox', { name: 'Sort by' });
    await userEvent.selectOptions(order, 'Duration: Shortest');
    expect(router.state.location.search).toMatch(/&sort=duration/);
    expect(chips.getByText('Fastest')).toBeTruthy();
  });

  it.each([
    ['', 'Stops', 'Stops'],
    ['0', 'Stops: Non-stop', 'Non-stop'],
    ['1', 'Stops: 1 stop', '1 stop'],
    ['0,1', 'Stops 2 chosen: Non-stop, 1 stop', 'Stops · 2'],
  ])('[LOOK-05] [FILTER-06] says on the chip which stops are chosen: "%s"', async (stops, name, visible) => {
    show(`${search}&stops=${stops}`);
    const chips = within(await screen.findByRole('group', { name: 'Filter and sort' }));
    const chip = chips.getByRole('button', { name });
    for (const hidden of chip.querySelectorAll('.ui-visually-hidden')) hidden.remove();
    expect(chip.textContent).toBe(visible);
  });

  it('[LOOK-05] opens the filters at the stops, and gives the focus back', async () => {
    show();
    const stops = await screen.findByRole('button', { name: 'Stops' });
    await userEvent.click(stops);
    const choice = await screen.findByRole('checkbox', { name: 'Non-stop' });
    expect(getFocused()).toBe(choice);
    await userEvent.click(choice);
    await userEvent.click(screen.getByRole('button', { name: /^Show \d flights$/ }));
    await waitFor(() => expect(getFocused()).toBe(stops));
  });

  it.each([
    [4, 2],
    [1, 1],
  ])('[LOOK-05] [RESULTS-13] of %d cards, stands count and prices after card %d', async (count, after) => {
    serveSearch(offers.slice(0, count));
    show();
    const heading = `${count} of ${count} flights found`;
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    const items = within(screen.getByRole('list', { name: 'Flights' })).getAllByRole('listitem');
    expect(items[after]?.textContent).toMatch(new RegExp(`^${heading}.*Prices from \\$200 to`));
    expect(items.map((item) => item.getAttribute('aria-posinset'))).toEqual(
      ['1', '2', '3', '4'].slice(0, count).toSpliced(after, 0, null as unknown as string),
    );
    expect(queryCards()).toHaveLength(count);
  });

  it('[LOOK-05] keeps what stands after the second card when another card is the second', async () => {
    show();
    const prices = await screen.findByText(sentence('Prices from $200 to $203'));
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Price: High to Low');
    expect(queryCards()[0]?.textContent).toContain('$203');
    expect(screen.getByText(sentence('Prices from $200 to $203'))).toBe(prices);
  });

  it('[LOOK-05] has what is filtered by after the second card, and the focus at the top where a removal scrolls to', async () => {
    show(`${search}&airlines=BA&stops=0`);
    const items = within(await screen.findByRole('list', { name: 'Flights' })).getAllByRole('listitem');
    await userEvent.click(within(items[2]!).getByRole('button', { name: 'Remove filter Non-stop' }));
    expect(getFocused()).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('[RESULTS-21] says the count and the prices below what excludes every flight', async () => {
    show(`${search}&refundable=1`);
    const title = await screen.findByText('No Matching Flights');
    const prices = screen.getByText(sentence('Prices from $200 to $203'));
    expect(title.compareDocumentPosition(prices)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('[RESULTS-23] [RESULTS-24] has the banner in the place of the row while loading, before three skeletons', () => {
    respondTo(searchFlights, () => new Promise(() => undefined));
    show();
    const banner = screen.getByText('Searching for the best flight deals...', {
      selector: '.ui-loading-text',
    });
    const skeletons = screen.getAllByTestId('offer-skeleton');
    expect(skeletons).toHaveLength(3);
    expect(banner.compareDocumentPosition(skeletons[0]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});
