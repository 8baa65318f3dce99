import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, invalidField, requiredField } from './errors.ts';

/** Parses the request body, which Duffel nests in `data`; throws Duffel's error for the first invalid field. */
export function parseData<T extends z.ZodType>(request: FastifyRequest, schema: T): z.infer<T> {
  const body = z.object({ data: z.unknown() }).safeParse(request.body);
  if (!body.success || body.data.data === undefined)
    throw badRequest(
      'missing_data_param',
      'Missing data param',
      "The data in the request body should be nested under the 'data' key.",
    );
  const { data } = body.data;
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw badRequest(
      'invalid_data_param',
      'Invalid data param',
      'The data in the request body should be a JSON object.',
    );
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const pointer = `/${issue?.path.join('/') ?? ''}`;
  const value = issue?.path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null
        ? (current as Record<PropertyKey, unknown>)[key]
        : undefined,
    data,
  );
  if (value === undefined || value === null || value === '') throw requiredField(pointer);
  const field = String(issue?.path.at(-1) ?? '');
  throw invalidField(
    pointer,
    getErrorCode(issue),
    `Field '${field}' is invalid: ${issue?.message ?? ''}`,
    'Invalid field',
  );
}

function getErrorCode(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value') return 'validation_inclusion';
  if (issue?.code === 'too_big' || issue?.code === 'too_small') return 'validation_length';
  if (issue?.code === 'invalid_type') return 'validation_type';
  return 'validation_format';
}
