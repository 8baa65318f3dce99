import { listPopularRoutes, type PopularRoute } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { Component as HomePage } from './home-page.tsx';

const oslo: PopularRoute = {
  origin: { iata_code: 'OSL', city_name: 'Oslo' },
  destination: { iata_code: 'LGW', city_name: 'London' },
  ...{ departure_date: '2027-01-12', return_date: null },
  ...{ total_amount: '123.00', total_currency: 'USD', seen_at: '2026-11-26T10:00:00.000Z' },
};
const serve = (...routes: PopularRoute[]) => respondTo(listPopularRoutes, () => ({ body: { routes } }));
const getRegion = () => screen.queryByRole('region', { name: 'Seen this week' });

it('[HOME-01] shows what others found this week, each a link to its search, below everything else', async () => {
  serve(oslo, { ...oslo, return_date: '2027-01-19' });
  renderElement(<HomePage />);
  const region = await screen.findByRole('region', { name: 'Seen this week' });
  const links = within(region).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Oslo to London Tue, Jan 12 from $123',
    'Oslo to London Tue, Jan 12 to Tue, Jan 19 from $123',
  ]);
  const [oneWay, roundTrip] = links.map((link) => new URL((link as HTMLAnchorElement).href));
  expect(oneWay?.pathname).toBe('/search');
  const search = { origin: 'OSL', destination: 'LGW', departureDate: '2027-01-12', adultsCount: '1' };
  expect(Object.fromEntries(oneWay?.searchParams ?? [])).toMatchObject({ ...search, tripType: 'one-way' });
  expect(Object.fromEntries(roundTrip?.searchParams ?? [])).toMatchObject({
    ...{ ...search, tripType: 'round-trip', returnDate: '2027-01-19' },
  });
  // So that nothing in sight moves when they arrive.
  expect(screen.getAllByRole('region').at(-1)).toBe(region);
});

it.each([
  ['there are none', () => serve()],
  ['they cannot be loaded', () => respondTo(listPopularRoutes, () => errorResponse('SERVICE_UNAVAILABLE'))],
])('[HOME-01] shows nothing of them when %s', async (_case, prepare) => {
  prepare();
  renderElement(<HomePage />);
  await waitFor(() => expect(requestsTo(listPopularRoutes)).toHaveLength(1));
  expect(getRegion()).toBeNull();
});

it('[BRAND-09] asks for none for a brand without this part', () => {
  const { content } = defaultBrand;
  const home = { ...content.home, sections: ['benefits' as const] };
  renderElement(<HomePage />, { brand: { ...defaultBrand, content: { ...content, home } } });
  expect(requestsTo(listPopularRoutes)).toEqual([]);
});
