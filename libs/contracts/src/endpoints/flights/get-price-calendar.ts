import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { PriceCalendar, priceCalendarQuerySchema } from '../../schemas/price-calendar.ts';

/** The lowest prices of past searches by departure day; never calls the provider. */
export const getPriceCalendar: Endpoint<{
  query: z.input<typeof priceCalendarQuerySchema>;
  response: PriceCalendar;
}> = {
  method: 'GET',
  path: '/api/flights/price-calendar',
};
