import { searchRequestSchema } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { rejectMissingParameters, rejectPastDeparture } from './validate-search.ts';

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

it('names the field of a departure date in the past', () => {
  const message = 'Departure date cannot be in the past';
  expect(() => rejectPastDeparture(departing('2025-12-01'), Date.parse('2026-12-02T12:00:00Z'))).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', fields: [{ path: 'departureDate', message }] }),
  );
});

describe('rejectMissingParameters', () => {
  const complete = { origin: 'HNL', destination: 'LAX', departureDate: '2026-12-01' };
  const check = (request: { method: string; query?: unknown; body?: unknown }) =>
    rejectMissingParameters(request as FastifyRequest);
  const missing = { code: 'SEARCH_PARAMETERS_MISSING', message: 'Missing required flight search parameters' };

  it('[API-33] accepts the required parameters in the query of GET and in the body of POST', async () => {
    await expect(check({ method: 'GET', query: complete })).resolves.toBeUndefined();
    await expect(check({ method: 'POST', body: complete, query: {} })).resolves.toBeUndefined();
    await expect(check({ method: 'GET', query: {}, body: complete })).rejects.toMatchObject(missing);
    await expect(check({ method: 'POST', query: complete })).rejects.toMatchObject(missing);
  });

  it.each(
    (['origin', 'destination', 'departureDate'] as const).flatMap((name) =>
      [undefined, null, ''].map((value) => [name, value] as const),
    ),
  )('[API-33] rejects a search whose %s is %j', async (name, value) => {
    const parameters = { ...complete, [name]: value };
    await expect(check({ method: 'GET', query: parameters })).rejects.toMatchObject(missing);
    await expect(check({ method: 'POST', body: parameters })).rejects.toMatchObject(missing);
  });
});
