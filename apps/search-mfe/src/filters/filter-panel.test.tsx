import type { Offer, Service } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { getDescription } from '@fareline/ui-theme/testing';
import { noFilters, type Filters } from './filter-model.ts';
import { FilterPanel } from './filter-panel.tsx';
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
const itineraries = [
  sampleOffer({ id: 'a', total_amount: '101' }),
  sampleOffer({ id: 'b', total_amount: '194.20', available_services: [bag] }),
].map(toItinerary);

function Panel({
  initial = noFilters,
  withBag = false,
  isWhole = true,
}: {
  initial?: Filters;
  withBag?: boolean;
  isWhole?: boolean;
}) {
  const [applied, apply] = useState(initial);
  const filters = useFilters(applied, apply);
  return (
    <>
      <FilterPanel list={{ itineraries, isWhole, withBag }} filters={filters} />
      <button type="button" onClick={() => apply({ ...applied })}>
        Apply equal filters
      </button>
      <p>{filters.applied.baggage ? 'baggage only' : 'everything'}</p>
    </>
  );
}

it('[FILTER-03] [FILTER-01] filters and counts a choice only after Apply Filters', async () => {
  render(<Panel />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Baggage Included' }));
  expect(screen.getByText('everything')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
  expect(screen.getByText('baggage only')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Filters 1 active filter' })).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Non-stop' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
  expect(screen.getByRole('button', { name: 'Filters 2 active filters' })).toBeTruthy();
});

it.each(['Clear all', 'Reset Filters'])('[FILTER-02] removes every filter on %s', async (name) => {
  render(<Panel />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Baggage Included' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
  await userEvent.click(screen.getByRole('button', { name }));
  expect(screen.getByText('everything')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Baggage Included' }).getAttribute('aria-checked')).toBe(
    'false',
  );
});

it('[FILTER-01] collapses and expands the panel', async () => {
  render(<Panel />);
  const heading = screen.getByRole('button', { name: 'Filters' });
  await userEvent.click(heading);
  expect(heading.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('button', { name: 'Apply Filters' })).toBeNull();
  await userEvent.click(heading);
  expect(screen.getByRole('button', { name: 'Apply Filters' })).toBeTruthy();
});

it('[FILTER-12] has no control for the maximum duration', () => {
  render(<Panel />);
  expect(screen.queryByText(/duration|hours|travel time/i)).toBeNull();
  expect(screen.queryByRole('spinbutton')).toBeNull();
});

it('[FILTER-05] gives the price slider the range of the offers and steps of 10', async () => {
  render(<Panel />);
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

it('[FILTER-03] keeps the draft when equal filters are applied again', async () => {
  render(<Panel />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Baggage Included' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply equal filters' }));
  expect(screen.getByRole('checkbox', { name: 'Baggage Included' }).getAttribute('aria-checked')).toBe(
    'true',
  );
});

it('[LIST-01] shows no price range and no airline counts while only a part of the result is loaded', () => {
  const { rerender } = render(<Panel isWhole={false} />);
  const getAirlineCount = () => getDescription(screen.getByRole('checkbox', { name: 'British Airways' }));
  expect(screen.queryByRole('slider', { hidden: true })).toBeNull();
  expect(screen.getByText('Known once all flights are compared.')).toBeTruthy();
  expect(getAirlineCount()).toBeUndefined();
  rerender(<Panel />);
  expect(screen.getAllByRole('slider', { hidden: true }).length).toBeGreaterThan(0);
  expect(getAirlineCount()).toBe('2 flights from $101');
});
