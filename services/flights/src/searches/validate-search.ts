import type { SearchRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';

const required = ['origin', 'destination', 'departureDate'] as const;

/** Before the fields are checked one by one: a search without its three has a sentence of its own. (API-33) */
export async function rejectMissingParameters(request: FastifyRequest): Promise<void> {
  const given = Object(request.method === 'GET' ? request.query : request.body) as Record<string, unknown>;
  if (required.some((name) => given[name] === undefined || given[name] === null || given[name] === ''))
    throw new AppError('SEARCH_PARAMETERS_MISSING');
}

/** Twelve hours behind UTC a day ends last: 36 hours after its midnight in UTC it is over for every airport. */
export function rejectPastDeparture({ departureDate }: SearchRequest, now = Date.now()): void {
  if (Date.parse(departureDate) + 36 * 60 * 60_000 > now) return;
  const message = 'Departure date cannot be in the past';
  throw new AppError('VALIDATION_ERROR', { message, fields: [{ path: 'departureDate', message }] });
}
