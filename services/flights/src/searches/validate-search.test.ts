import { searchRequestSchema } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit';
import { expect, it } from 'vitest';
import { rejectPastDeparture } from './validate-search.ts';

const departing = (departureDate: string) =>
  searchRequestSchema.parse({ origin: 'HNL', destination: 'LAX', departureDate });

it('[API-34] rejects a departure date only after the day has ended in every time zone', () => {
  expect(() =>
    rejectPastDeparture(departing('2026-12-01'), Date.parse('2026-12-02T11:59:00Z')),
  ).not.toThrow();
  expect(() =>
    rejectPastDeparture(departing('2026-12-01'), Date.parse('2026-11-20T00:00:00Z')),
  ).not.toThrow();
  expect(() => rejectPastDeparture(departing('2026-12-01'), Date.parse('2026-12-02T12:00:00Z'))).toThrow(
    AppError,
  );
  expect(() => rejectPastDeparture(departing('2025-12-01'), Date.parse('2026-12-02T12:00:00Z'))).toThrow(
    'Departure date cannot be in the past',
  );
});
