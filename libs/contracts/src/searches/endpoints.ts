/** Page 1: the 30 cheapest offers. (API-31) */
export const searchFlights = { method: 'POST', path: '/api/flights/search', isSafe: true } as const;

/** Any page of the same list, in price order. (API-32, API-35) */
export const searchFlightsPage = { method: 'GET', path: '/api/flights/search' } as const;

/** Event names of the stream: a SearchProgress, and the end of the stream. */
export const searchProgressEvent = 'progress';
export const searchProgressEndEvent = 'end';

/**
 * Early results of a running search as server-sent events (WHATWG HTML, 9.2): `progress` events that each carry a
 * SearchProgress, then one `end` event. Read-only: it starts no search and makes no provider call. For a cached search the
 * stream ends immediately, for one that no replica is running shortly after.
 */
export const searchProgress = { method: 'GET', path: '/api/flights/search/progress' } as const;

/** The lowest prices of past searches by departure day; never calls the provider. */
export const getPriceCalendar = { method: 'GET', path: '/api/flights/price-calendar' } as const;

/** Routes that several searches of the last week were for, with their lowest price; never calls the provider. */
export const listPopularRoutes = { method: 'GET', path: '/api/flights/popular-routes' } as const;

/** Prices that past searches have seen for other days and nearby airports; never calls the provider. */
export const getAlternativePrices = { method: 'GET', path: '/api/flights/alternative-prices' } as const;
