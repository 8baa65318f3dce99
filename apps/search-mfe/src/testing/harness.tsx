import {
  currentUser,
  firstPageSize,
  getAlternativePrices,
  getItineraryKey,
  listPopularRoutes,
  searchFlights,
  searchFlightsPage,
  type Offer,
  type SearchResponse,
} from '@fareline/contracts';
import { allRequests, errorResponse, respondTo } from '@fareline/tools/fake-server';
import { renderRoutes, type RenderOptions } from '@fareline/ui-theme/testing';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach } from 'vitest';
import routes from '../routes.ts';

export { renderElement } from '@fareline/ui-theme/testing';

// Each test is the first visit of a browser.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  respondTo(getAlternativePrices, () => ({ body: { days: [], nearby: [], nearby_routes: [] } }));
  respondTo(listPopularRoutes, () => ({ body: { routes: [] } }));
  respondTo(currentUser, () => errorResponse('NOT_AUTHENTICATED'));
});

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `../${file}`) as Promise<{ Component: ComponentType }>,
}));

/** Renders the search app at `url`. */
export const renderApp = (url: string, options: RenderOptions = {}) =>
  renderRoutes(screens, { url, ...options });

/** The offers as those of one flight each: all of their segments have another flight number. */
export const asSeparateFlights = (offers: Offer[]): Offer[] =>
  offers.map((offer, index) => ({
    ...offer,
    slices: offer.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({ ...segment, flight_number: `BA${index}` })),
    })),
  }));

/** The offers as flights without an outbound: they render empty cards, which keeps long lists fast and still counts in the list size. */
export const withEmptyCards = (offers: Offer[]): Offer[] =>
  offers.map(({ slices: [outbound, ...others], ...offer }) => ({
    ...offer,
    slices: outbound ? [{ ...outbound, segments: [] }, outbound, ...others] : [],
  }));

const countItineraries = (offers: Offer[]) => new Set(offers.map(getItineraryKey)).size;

/** The response of a search whose only page has these offers. */
export const searchResponse = (offers: Offer[], changes: Partial<SearchResponse> = {}): SearchResponse => ({
  search_id: 'one',
  offers,
  total_count: offers.length,
  searched_at: new Date().toISOString(),
  facts: { itinerary_count: countItineraries(offers), median_emissions_kg: null, shortest_minutes: null },
  ...changes,
});

/** The requested page of a list of offers; the first one if the request has no page. */
export function searchPage(offers: Offer[], query: URLSearchParams, changes: Partial<SearchResponse> = {}) {
  const limit = Number(query.get('limit') ?? firstPageSize);
  const start = (Number(query.get('page') ?? 1) - 1) * limit;
  return {
    body: searchResponse(offers.slice(start, start + limit), {
      total_count: offers.length,
      facts: searchResponse(offers).facts,
      ...changes,
    }),
  };
}

/** Responds to searches with the pages of these offers. */
export function serveSearch(offers: Offer[], changes?: Partial<SearchResponse>): void {
  respondTo(searchFlights, ({ query }) => searchPage(offers, query, changes));
  respondTo(searchFlightsPage, ({ query }) => searchPage(offers, query, changes));
}

/** All requests of this test, in order, except that of the prices of other days, which accompanies each search. */
export const searchRequests = () => allRequests().filter(({ path }) => path !== getAlternativePrices.path);

const queryFlights = () => {
  const list = screen.queryByRole('list', { name: 'Flights' });
  return list && within(list);
};

/** The cards in the list of results; those that are not visible are not rendered. */
export const queryCards = (): HTMLElement[] => queryFlights()?.queryAllByRole('article') ?? [];

/** The number of cards that the list of results has, with those that are not rendered; 0 without a list. */
export const getListSize = (): number =>
  Number(queryFlights()?.queryAllByRole('listitem')[0]?.getAttribute('aria-setsize') ?? 0);
