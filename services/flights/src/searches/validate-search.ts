import type { SearchRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyRequest } from 'fastify';

const requiredParameters = ['origin', 'destination', 'departureDate'] as const;

/** Runs before the validation of the fields, because missing required parameters have an error code of their own. (API-33) */
export async function rejectMissingParameters(request: FastifyRequest): Promise<void> {
  const parameters = Object(request.method === 'GET' ? request.query : request.body) as Record<
    string,
    unknown
  >;
  if (
    requiredParameters.some(
      (name) => parameters[name] === undefined || parameters[name] === null || parameters[name] === '',
    )
  )
    throw new AppError('SEARCH_PARAMETERS_MISSING');
}

/** The last time zone is UTC-12, so a day has ended everywhere 36 hours after its start in UTC. */
export function rejectPastDeparture({ departureDate }: SearchRequest, now = Date.now()): void {
  if (Date.parse(departureDate) + 36 * 60 * 60_000 > now) return;
  const message = 'Departure date cannot be in the past';
  throw new AppError('VALIDATION_ERROR', { message, fields: [{ path: 'departureDate', message }] });
}
