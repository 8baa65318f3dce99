import type { Offer } from '@fareline/contracts';
import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { ActiveFilters } from './active-filters.tsx';
import { createFilterMatcher } from './filter-matcher.ts';
import { getFilterOptions } from './filter-options.ts';
import { noFilters, type Filters } from './filter-model.ts';
import { NoMatchingFlights } from './no-matching-flights.tsx';
import { toFilterParams } from './filter-params.ts';
import { useFilters } from './use-filters.ts';

const offers = [
  sampleOffer({
    id: 'via',
    total_amount: '200',
    slices: [sampleSlice('LHR', 'JFK', { stops: ['DXB'], airlines: ['KL'] })],
  }),
  sampleOffer({
    id: 'direct',
    total_amount: '312.50',
    conditions: sampleConditions({ refundable: true }),
    slices: [sampleSlice('LHR', 'JFK', { airlines: ['BA'] })],
  }),
];

interface ListProps {
  initial: Partial<Filters>;
  offers?: Offer[];
  isWhole?: boolean;
}

/** The parts of the list that the filters have, below a heading. */
function List({ initial, offers: all = offers, isWhole = true }: ListProps) {
  const [applied, apply] = useState<Filters>({ ...noFilters, ...initial });
  const filters = useFilters(applied, apply);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const itineraries = useMemo(() => all.map((offer) => ({ key: offer.id, fares: [offer] })), [all]);
  const onFocusHeading = () => headingRef.current?.focus();
  const options = getFilterOptions(itineraries);
  const matching = all.filter(createFilterMatcher(applied, { withBag: false }));
  return (
    <>
      <h1 ref={headingRef} tabIndex={-1}>
        {matching.length} flights
      </h1>
      <p>{new URLSearchParams(toFilterParams(applied)).toString() || 'no filters'}</p>
      <ActiveFilters options={options} filters={filters} onFocusHeading={onFocusHeading} />
      {matching.length === 0 && (
        <NoMatchingFlights
          list={{ itineraries, options, isWhole, withBag: false }}
          filters={filters}
          onFocusHeading={onFocusHeading}
        />
      )}
    </>
  );
}

const getChips = () => screen.queryAllByRole('button', { name: /^Remove filter/ });
const getFocusedName = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;

it('[FILTER-01] names every active filter, with those that the search does not have by their codes', () => {
  render(
    <List
      initial={{
        ...{ price: [200, 300], stops: ['0', '2+'], refundable: true, baggage: true, lowEmissions: true },
        ...{ airlines: ['BA', 'ZZ'], departure: ['early_morning'], arrival: ['evening'] },
        times: { departOutbound: [390, 720], arriveReturn: [0, 1440] },
        ...{ via: ['DXB'], avoid: ['XXX'], originAirports: ['LHR'], destinationAirports: ['EWR'] },
      }}
    />,
  );
  expect(getChips().map((chip) => chip.textContent)).toEqual([
    'Price $200 to $300',
    'Non-stop',
    '2+ stops',
    'Refundable tickets',
    'Baggage Included',
    'Lower CO2 than the median',
    'British Airways',
    'ZZ',
    'Early morning departure',
    'Evening arrival',
    'Outbound departs 06:30 to 12:00',
    'Return arrives 00:00 to 24:00',
    'Via Dubai (DXB)',
    'Avoiding XXX',
    'From London Airport (LHR)',
    'To EWR',
  ]);
  expect(getChips()[1]?.getAttribute('aria-label')).toBe('Remove filter Non-stop');
});

it('[FILTER-02] removes each filter alone, also one that the search does not have, until none is left', async () => {
  render(
    <List
      initial={{
        ...{
          price: [200, 300],
          stops: ['0', '2+'],
          refundable: true,
          airlines: ['ZZ'],
          arrival: ['evening'],
        },
        times: { departOutbound: [390, 720], arriveReturn: [0, 1440] },
        ...{ via: ['DXB'], avoid: ['XXX'], originAirports: ['LHR'], destinationAirports: ['EWR'] },
      }}
    />,
  );
  for (let left = getChips().length; left > 0; left -= 1) {
    expect(getChips()).toHaveLength(left);
    await userEvent.click(getChips()[0]!);
  }
  expect(screen.getByText('no filters')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

it('[FILTER-02] moves the focus to the next filter, and from the last one to the heading', async () => {
  render(<List initial={{ stops: ['0', '1'], refundable: true }} />);
  getChips()[0]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(getFocusedName()).toBe('Remove filter 1 stop');
  expect(screen.getByText('stops=1&refundable=1')).toBeTruthy();
  await userEvent.keyboard(' ');
  expect(getFocusedName()).toBe('Remove filter Refundable tickets');
  await userEvent.keyboard('{Enter}');
  expect(getFocusedName()).toBe('H1');
});

it('[FILTER-02] removes all filters by Clear all, and moves the focus to the heading', async () => {
  render(<List initial={{ stops: ['0', '1'], refundable: true }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  expect(screen.getByText('no filters')).toBeTruthy();
  expect(getFocusedName()).toBe('H1');
});

const getSuggestions = () =>
  screen.queryAllByRole('button', { name: /^Without/ }).map((button) => button.textContent);

it('[RESULTS-21] says what each filter excludes, and removes it on request', async () => {
  render(<List initial={{ airlines: ['KL'], stops: ['0'], price: [100, 350] }} />);
  expect(screen.getByText('No Matching Flights')).toBeTruthy();
  expect(screen.getByText('Try adjusting your filters to see more results')).toBeTruthy();
  expect(getSuggestions()).toEqual([
    'Without Non-stop: 1 flight from $200',
    'Without Airline KL: 1 flight from $312.50',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /^Without Airline KL/ }));
  expect(screen.getByText('1 flights')).toBeTruthy();
  expect(screen.getByText('stops=0&price=100-350')).toBeTruthy();
  expect(getFocusedName()).toBe('H1');
});

it('[RESULTS-21] sorts by the number of flights, and names all values of a filter', () => {
  const another = { ...offers[0]!, id: 'another', total_amount: '190' };
  render(<List offers={[...offers, another]} initial={{ airlines: ['KL', 'ZZ'], stops: ['0'] }} />);
  expect(getSuggestions()).toEqual([
    'Without Non-stop: 2 flights from $190',
    'Without Airline KL, ZZ: 1 flight from $312.50',
  ]);
});

it('[RESULTS-21] suggests the filter first without which there are most flights, in whatever order they are chosen', () => {
  const another = { ...offers[1]!, id: 'another', total_amount: '400' };
  render(<List offers={[...offers, another]} initial={{ airlines: ['KL'], stops: ['0'] }} />);
  expect(getSuggestions()).toEqual([
    'Without Airline KL: 2 flights from $312.50',
    'Without Non-stop: 1 flight from $200',
  ]);
});

it('[RESULTS-21] suggests nothing where several filters exclude everything, and nothing of a part of the result', async () => {
  const { unmount } = render(<List initial={{ stops: ['2+'], airlines: ['ZZ'] }} />);
  expect(getSuggestions()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all flights' }));
  expect(screen.getByText('2 flights')).toBeTruthy();
  expect(getFocusedName()).toBe('H1');
  unmount();
  render(<List isWhole={false} initial={{ stops: ['0'], airlines: ['KL'] }} />);
  expect(screen.getByText('No match among the cheapest flights')).toBeTruthy();
  expect(getSuggestions()).toEqual([]);
});
