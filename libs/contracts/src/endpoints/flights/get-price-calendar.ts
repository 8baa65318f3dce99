import { defineEndpoint } from '../../endpoint.ts';
import { priceCalendarQuerySchema, priceCalendarSchema } from '../../schemas/price-calendar.ts';

/** The lowest prices of past searches by departure day. Never asks the provider. */
export const getPriceCalendar = defineEndpoint({
  method: 'GET',
  path: '/api/flights/price-calendar',
  summary: 'Lowest prices seen',
  query: priceCalendarQuerySchema,
  response: priceCalendarSchema,
  errors: ['VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
});
