import { defineContract } from '../../contract.ts';
import { priceCalendarQuerySchema, priceCalendarSchema } from '../../schemas/price-calendar.ts';
import { getPriceCalendar } from './get-price-calendar.ts';

export const getPriceCalendarContract = defineContract(getPriceCalendar, {
  summary: 'Lowest prices of past searches',
  access: 'public',
  query: priceCalendarQuerySchema,
  response: priceCalendarSchema,
  errors: ['VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
});
