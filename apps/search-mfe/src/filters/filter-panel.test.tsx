import type { Offer, Service } from '@fareline/contracts';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { render, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { expect, it } from 'vitest';
import { getDescription, getFocused } from '@fareline/ui-theme/testing';
import { noFilters, type Filters } from './filter-model.ts';
import { getFilterOptions } from './filter-options.ts';
import { FilterPanel } from './filter-panel.tsx';
import { FilterSheetButton } from './filter-sheet-button.tsx';
import { useFilters } from './use-filters.ts';

const bag: Service = {
  id: 'ser_1',
  name: 'Bag',
  description: '',
  type: 'baggage',
  total_amount: '0',
  total_currency: 'USD',
};
const toItinerary = (offer: Offer) => ({ key: offer.id, fares: [offer] });
const twoOffers = [
  sampleOffer({ id: 'a', total_amount: '101' }),
  sampleOffer({ id: 'b', total_amount: '194.20', available_services: [bag] }),
];
/** The filters that exclude something. */
const format = (filters: Filters) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(filters).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(noFilters[key as keyof Filters]),
      ),
    ),
  );

function Panel({
  initial = noFilters,
  offers = twoOffers,
  withBag = false,
  isWhole = true,
  medianEmissions,
}: {
  initial?: Filters;
  offers?: Offer[];
  withBag?: boolean;
  isWhole?: boolean;
  medianEmissions?: number | null;
}) {
  const [applied, apply] = useState(initial);
  const itineraries = useMemo(() => offers.map(toItinerary), [offers]);
  const options = useMemo(() => getFilterOptions(itineraries), [itineraries]);
  const filters = useFilters(applied, apply);
  return (
    <>
      <FilterPanel list={{ itineraries, options, isWhole, withBag, medianEmissions }} filters={filters} />
      <button type="button" onClick={() => apply({ ...applied })}>
        Apply equal filters
      </button>
      <p>{format(filters.applied)}</p>
      <p>{filters.applied.baggage ? 'baggage only' : 'everything'}</p>
    </>
  );
}

it('[FILTER-03] [FILTER-01] filters and counts a choice only after Apply Filters, also when equal filters are applied again', async () => {
  render(<Panel />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Baggage Included' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply equal filters' }));
  expect(screen.getByRole('checkbox', { name: 'Baggage Included' }).getAttribute('aria-checked')).toBe(
    'true',
  );
  expect(screen.getByText('everything')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Apply Filters/ }));
  expect(screen.getByText('baggage only')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Filters 1 active filter' })).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Non-stop' }));
  await userEvent.click(screen.getByRole('button', { name: /^Apply Filters/ }));
  expect(screen.getByRole('button', { name: 'Filters 2 active filters' })).toBeTruthy();
});

it('[FILTER-03] [LIST-01] says on Apply Filters how many flights it would show, while there is something to apply', async () => {
  const { rerender } = render(<Panel />);
  const getText = () => screen.getByRole('button', { name: /^Apply Filters/ }).textContent;
  expect(getText()).toBe('Apply Filters');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Baggage Included' }));
  expect(getText()).toBe('Apply Filters · 1 flight');
  rerender(<Panel isWhole={false} />);
  expect(getText()).toBe('Apply Filters');
  rerender(<Panel />);
  await apply();
  await waitFor(() => expect(getText()).toBe('Apply Filters'));
});

it('[FILTER-02] removes every filter on Clear all and on Reset Filters', async () => {
  render(<Panel />);
  for (const name of ['Clear all', 'Reset Filters']) {
    await userEvent.click(screen.getByRole('checkbox', { name: 'Baggage Included' }));
    await userEvent.click(screen.getByRole('button', { name: /^Apply Filters/ }));
    expect(screen.getByText('baggage only')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByText('everything')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Baggage Included' }).getAttribute('aria-checked')).toBe(
      'false',
    );
  }
});

it('[FILTER-01] collapses and expands the panel', async () => {
  render(<Panel />);
  const heading = screen.getByRole('button', { name: 'Filters' });
  await userEvent.click(heading);
  expect(heading.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('button', { name: /^Apply Filters/ })).toBeNull();
  await userEvent.click(heading);
  expect(screen.getByRole('button', { name: /^Apply Filters/ })).toBeTruthy();
});

it('[FILTER-05] [FILTER-12] gives the price slider the range of the offers and steps of 10, and has no control for the maximum duration', async () => {
  render(<Panel />);
  expect(screen.queryByText(/duration|hours|travel time/i)).toBeNull();
  expect(screen.queryByRole('spinbutton')).toBeNull();
  const [lowest, highest] = screen.getAllByRole('slider');
  expect([lowest?.getAttribute('aria-valuemin'), highest?.getAttribute('aria-valuemax')]).toEqual([
    '101',
    '195',
  ]);
  lowest?.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(lowest?.getAttribute('aria-valuenow')).toBe('111');
});

it('[FILTER-05] labels the price slider with the checked bag when prices include it', () => {
  render(<Panel withBag />);
  expect(screen.getByRole('group', { name: 'Price with a checked bag' })).toBeTruthy();
  expect(screen.getByRole('slider', { name: 'Highest price with a checked bag' })).toBeTruthy();
});

it('[FILTER-05] clamps a price from the URL to the range of the slider', () => {
  render(<Panel initial={{ ...noFilters, price: [1, 99_999] }} />);
  expect(screen.getAllByRole('slider').map((thumb) => thumb.getAttribute('aria-valuenow'))).toEqual([
    '101',
    '195',
  ]);
});

it('[LIST-01] shows no price range and no airline counts while only a part of the result is loaded', () => {
  const { rerender } = render(<Panel isWhole={false} />);
  const getAirlineCount = () => getDescription(screen.getByRole('checkbox', { name: 'British Airways' }));
  expect(screen.queryByRole('slider', { hidden: true })).toBeNull();
  expect(screen.getByText('Known once all flights are compared.')).toBeTruthy();
  expect(getAirlineCount()?.trim()).toBe('');
  rerender(<Panel />);
  expect(screen.getAllByRole('slider', { hidden: true }).length).toBeGreaterThan(0);
  expect(getAirlineCount()).toBe('2 flights from $101');
});

const getNote = (name: string) => getDescription(screen.getByRole('checkbox', { name }));
const getEveningNote = () =>
  getDescription(
    within(screen.getByRole('group', { name: 'Departure time' })).getByRole('checkbox', { name: 'Evening' }),
  );
const isChecked = (name: string) =>
  screen.getByRole('checkbox', { name }).getAttribute('aria-checked') === 'true';
const isDisabled = (name: string) =>
  screen.getByRole('checkbox', { name }).getAttribute('aria-disabled') === 'true';
const apply = () => userEvent.click(screen.getByRole('button', { name: /^Apply Filters/ }));

/** A round trip between several airports of both cities, with a layover on one of the ways. */
const cityOffers = [
  sampleOffer({
    id: 'direct',
    total_amount: '300',
    total_emissions_kg: '400',
    slices: roundTrip('LHR', 'JFK'),
  }),
  sampleOffer({
    id: 'via',
    total_amount: '200',
    total_emissions_kg: '600',
    slices: roundTrip('LGW', 'EWR', 'DXB'),
  }),
];
function roundTrip(from: string, to: string, layover?: string) {
  const times = { departs: '2026-12-12T19:10:00', arrives: '2026-12-12T23:50:00' };
  return [
    sampleSlice(from, to, { airlines: ['KL'], ...(layover ? { stops: [layover] } : {}) }),
    sampleSlice(to, from, times),
  ];
}

const getMore = (group: string) =>
  within(screen.getByRole('group', { name: group })).queryByRole('button', { name: /^\d+ more/ });

it('[FILTER-07] shows the six cheapest choices of a group in the order of the list, the others behind a button', async () => {
  const prices = { AA: 900, AF: 400, BA: 300, DL: 800, KL: 350, LH: 310, LX: 320, TP: 200 };
  const offers = Object.entries(prices).flatMap(([code, amount]) =>
    Array.from({ length: code === 'AA' ? 3 : 1 }, (_, n) =>
      sampleOffer({
        id: `${code}${n}`,
        total_amount: String(amount),
        slices: [sampleSlice('LHR', 'JFK', { airlines: [code] })],
      }),
    ),
  );
  render(<Panel offers={offers} />);
  const group = within(screen.getByRole('group', { name: 'Airlines' }));
  const shown = group
    .getAllByRole('button', { name: /^only/ })
    .map((button) => button.getAttribute('aria-label'));
  expect(shown).toEqual([
    ...['only British Airways', 'only Lufthansa', 'only Airline AF'],
    ...['only Airline KL', 'only Airline LX', 'only Airline TP'],
  ]);
  await userEvent.click(getMore('Airlines')!);
  expect(group.getAllByRole('checkbox')).toHaveLength(16);
});

it('[FILTER-07] [LIST-01] gives none of the six places to a layover without flights while others have some', async () => {
  const stops = ['AMS', 'BOS', 'CDG', 'DUB', 'FRA', 'IST', 'LIS', 'MAD'];
  const offers = stops.map((stop, index) =>
    sampleOffer({
      id: stop,
      total_amount: String(200 + index),
      slices: [sampleSlice('LHR', 'JFK', { stops: [stop], airlines: [index < 4 ? 'BA' : 'LH'] })],
    }),
  );
  render(<Panel offers={offers} />);
  const group = within(screen.getByRole('group', { name: 'Layover airports' }));
  const readLayovers = () =>
    group
      .getAllByRole('button', { name: /^avoid/ })
      .map((button) => /[A-Z]{3}/.exec(button.getAttribute('aria-label')!)?.[0]);
  expect(readLayovers()).toEqual(['AMS', 'BOS', 'CDG', 'DUB', 'FRA', 'IST']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Lufthansa' }));
  expect(readLayovers()).toEqual(['FRA', 'IST', 'LIS', 'MAD']);
  // What is below must not move.
  expect(group.getAllByRole('checkbox')).toHaveLength(6);
});

it('[FILTER-07] folds what the search does not have behind a button for each group, but never what is set', async () => {
  const { unmount } = render(<Panel initial={{ ...noFilters, airlines: ['DL'] }} />);
  const airlines = within(screen.getByRole('group', { name: 'Airlines' }));
  expect(airlines.getAllByRole('checkbox')).toHaveLength(2);
  expect(isChecked('Delta Air Lines')).toBe(true);
  const more = airlines.getByRole('button', { name: '10 more' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(airlines.getAllByRole('checkbox')).toHaveLength(12);
  expect(airlines.getAllByRole('checkbox')[0]).toBe(
    airlines.getByRole('checkbox', { name: 'American Airlines' }),
  );
  await userEvent.click(more);
  // It keeps the focus when it is removed.
  await userEvent.click(airlines.getByRole('checkbox', { name: 'Delta Air Lines' }));
  expect(getFocused()).toBe(airlines.getByRole('checkbox', { name: 'Delta Air Lines' }));
  expect(getMore('Stops')?.textContent).toMatch(/^2 more/);
  unmount();
  // A single one takes no more room than the button.
  render(<Panel offers={cityOffers} isWhole={false} />);
  expect(getMore('Stops')).toBeNull();
  expect(getMore('Airlines')?.textContent).toBe('11 more');
});

it('[LIST-01] says that a value has no flights and does not let it be chosen', async () => {
  render(<Panel />);
  await userEvent.click(getMore('Stops')!);
  await userEvent.click(getMore('Airlines')!);
  const stops = screen.getByRole('checkbox', { name: '2+ stops' });
  expect(isDisabled('2+ stops')).toBe(true);
  expect(getNote('2+ stops')).toBe('none in this search');
  stops.focus();
  await userEvent.keyboard(' ');
  expect(isChecked('2+ stops')).toBe(false);
  await userEvent.click(screen.getByText('2+ stops'));
  expect(isChecked('2+ stops')).toBe(false);
  expect(getNote('Delta Air Lines')).toBe('none in this search');
  expect(screen.queryByRole('button', { name: 'only Delta Air Lines' })).toBeNull();
});

it('[LIST-01] counts what the list would have with the other chosen filters, before they are applied', async () => {
  render(<Panel offers={cityOffers} />);
  expect(getNote('Airline KL')).toBe('2 flights from $200');
  expect(getEveningNote()).toBe('18:00-23:59, 2 flights from $200');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Non-stop' }));
  expect(getNote('Airline KL')).toBe('1 flight from $300');
  expect(getNote('1 stop')).toBe('1 flight from $200');
  expect(getNote('Dubai (DXB)')).toBe('none with the other filters');
  expect(screen.getByText('everything')).toBeTruthy();
});

it('[FILTER-09] chooses one airline alone by the button beside it, with the keyboard too', async () => {
  render(<Panel offers={cityOffers} initial={{ ...noFilters, airlines: ['KL', 'ZZ'] }} />);
  expect(isChecked('ZZ')).toBe(true);
  expect(getNote('ZZ')).toBe('none in this search');
  await userEvent.click(screen.getByRole('checkbox', { name: 'ZZ' }));
  expect(screen.queryByRole('checkbox', { name: 'ZZ' })).toBeNull();
  screen.getByRole('button', { name: 'only British Airways' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(isChecked('British Airways')).toBe(true);
  expect(isChecked('Airline KL')).toBe(false);
  await apply();
  expect(screen.getByText('{"airlines":["BA"]}')).toBeTruthy();
});

it('[FILTER-11] refines the times of each direction by sliders with the range of the flights', async () => {
  render(<Panel offers={cityOffers} />);
  const slider = (name: string) => screen.getByRole('slider', { name });
  expect(slider('Earliest return departure').getAttribute('aria-valuetext')).toBe('19:00');
  expect(slider('Latest return departure').getAttribute('aria-valuetext')).toBe('19:30');
  expect(slider('Latest return arrival').getAttribute('aria-valuetext')).toBe('24:00');
  // All flights leave at nine, so there is nothing to choose.
  expect(screen.queryByRole('slider', { name: 'Earliest outbound departure' })).toBeNull();
  slider('Earliest return departure').focus();
  await userEvent.keyboard('{ArrowRight}');
  await apply();
  expect(screen.getByText('{"times":{"departReturn":[1170,1170]}}')).toBeTruthy();
  slider('Earliest return departure').focus();
  await userEvent.keyboard('{ArrowLeft}');
  await apply();
  expect(screen.getByText('{}')).toBeTruthy();
});

it('[FILTER-11] clamps a time from the URL to the range of the slider, and removes it', async () => {
  render(<Panel offers={cityOffers} initial={{ ...noFilters, times: { departOutbound: [0, 1440] } }} />);
  expect(
    screen.getByRole('slider', { name: 'Latest outbound departure' }).getAttribute('aria-valuetext'),
  ).toBe('09:00');
});

it('[FILTER-04] chooses or avoids a layover airport, never both', async () => {
  render(<Panel offers={cityOffers} />);
  const avoid = screen.getByRole('button', { name: 'avoid Dubai (DXB)' });
  expect(getNote('Dubai (DXB)')).toBe('1 flight from $200');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Dubai (DXB)' }));
  await userEvent.click(avoid);
  expect(avoid.getAttribute('aria-pressed')).toBe('true');
  expect(isChecked('Dubai (DXB)')).toBe(false);
  await apply();
  expect(screen.getByText('{"avoid":["DXB"]}')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Dubai (DXB)' }));
  await apply();
  expect(screen.getByText('{"via":["DXB"]}')).toBeTruthy();
});

it('[FILTER-04] offers the airports of a city only if there are several', async () => {
  const { unmount } = render(<Panel offers={cityOffers} />);
  expect(
    within(screen.getByRole('group', { name: 'From and back to' })).getAllByRole('checkbox'),
  ).toHaveLength(2);
  await userEvent.click(
    within(screen.getByRole('group', { name: 'To and back from' })).getByRole('checkbox', {
      name: 'EWR Airport (EWR)',
    }),
  );
  await apply();
  expect(screen.getByText('{"destinationAirports":["EWR"]}')).toBeTruthy();
  unmount();
  render(<Panel />);
  expect(screen.queryByRole('group', { name: 'From and back to' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Layover airports' })).toBeNull();
});

it('[FILTER-04] names the airports of a one-way journey by its one direction', () => {
  const offers = ['EWR', 'JFK'].map((code) => sampleOffer({ id: code, slices: [sampleSlice('LHR', code)] }));
  render(<Panel offers={offers} />);
  const group = screen.getByRole('group', { name: 'Arriving at' });
  expect(within(group).getAllByRole('checkbox')).toHaveLength(2);
});

it('[FILTER-02] forgets what was not applied when the sheet of a phone is closed', async () => {
  function SheetButton() {
    const filters = useFilters(noFilters, () => undefined);
    const itineraries = useMemo(() => twoOffers.map(toItinerary), []);
    const options = useMemo(() => getFilterOptions(itineraries), [itineraries]);
    return (
      <FilterSheetButton list={{ itineraries, options, isWhole: true, withBag: false }} filters={filters} />
    );
  }
  render(<SheetButton />);
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    return screen.findByRole('checkbox', { name: 'Non-stop' });
  };
  await userEvent.click(await open());
  expect(isChecked('Non-stop')).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open();
  expect(isChecked('Non-stop')).toBe(false);
});

it('[LIST-01] offers less CO2 than the median, if there is a median', async () => {
  const { unmount } = render(<Panel offers={cityOffers} medianEmissions={500} />);
  expect(getNote('Lower CO2 than the median')).toBe('1 flight from $300');
  unmount();
  render(<Panel offers={cityOffers} medianEmissions={null} />);
  expect(getNote('Lower CO2 than the median')).toBe('none in this search');
});

it('[LIST-01] shows no counts, no disabled values and no time sliders of a part of the result', () => {
  render(<Panel offers={cityOffers} isWhole={false} />);
  expect(getNote('2+ stops')?.trim()).toBe('');
  expect(getEveningNote()).toBe('18:00-23:59');
  expect(isDisabled('2+ stops')).toBe(false);
  expect(screen.queryByRole('slider')).toBeNull();
});

it('[FORMAT-01] prices in yen and without any flight', async () => {
  const yen = sampleOffer({ total_amount: '48000', total_currency: 'JPY' });
  const { unmount } = render(<Panel offers={[yen]} />);
  expect(getNote('Non-stop')).toBe('1 flight from ¥48,000');
  unmount();
  render(<Panel offers={[]} />);
  expect(screen.queryByRole('slider')).toBeNull();
  await userEvent.click(getMore('Stops')!);
  expect(getNote('Non-stop')).toBe('none in this search');
});
