import { z } from 'zod';

import { invalidRequest } from './errors.ts';

/** A parsed form body or query string: strings, lists and nested records. */
export type Params = Record<string, unknown>;

/** Options for a zod check; `params.code` carries Stripe's error code. */
const createCheck = (code: string, message: (input: string) => string) => ({
  error: (issue: { input?: unknown }) => message(String(issue.input)),
  params: { code },
});

export const integer = z
  .string()
  .refine(
    (text) => /^-?\d{1,15}$/.test(text),
    createCheck('parameter_invalid_integer', (text) => `Invalid integer: ${text}`),
  )
  .transform(Number);

export const flag = z
  .string()
  .refine(
    (text) => text === 'true' || text === 'false',
    createCheck('', (text) => `Invalid boolean: ${text}`),
  )
  .transform((text) => text === 'true');

export const text = z.string().refine(
  (value) => value !== '',
  createCheck('parameter_invalid_empty', () => 'You passed an empty string where a value is needed.'),
);

export function oneOf<const T extends string>(...values: T[]) {
  const last = values.at(-1);
  const list =
    values.length > 1 ? `${values.slice(0, -1).join(', ')}${values.length > 2 ? ',' : ''} or ${last}` : last;
  return z.enum(values, { error: () => `must be one of ${list}` });
}

/** Key-value pairs: up to 50 keys of 40 characters, values of 500 (docs.stripe.com/api/metadata). */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50, { error: 'Metadata can hold at most 50 keys' });

/** Formats the path of a nested parameter as Stripe does: `a[b][c]`. */
function formatParamName(path: PropertyKey[]): string {
  const [first, ...rest] = path;
  return `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;
}

function throwInvalidParam(issue: z.core.$ZodIssue): never {
  const param = formatParamName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = formatParamName([...issue.path, issue.keys[0] ?? '']);
    throw invalidRequest({
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${unknown}`,
      param: unknown,
    });
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    throw invalidRequest({ code: 'parameter_missing', message: `Missing required param: ${param}.`, param });
  }
  if (issue.code === 'custom') {
    const code = (issue.params as { code?: string } | undefined)?.code;
    throw invalidRequest({ ...(code ? { code } : {}), message: issue.message, param });
  }
  if (issue.code === 'invalid_value')
    throw invalidRequest({ message: `Invalid ${param}: ${issue.message}`, param });
  throw invalidRequest({ message: `Invalid ${param}: ${issue.message}`, param });
}

/** Parses a body or query; throws Stripe's 400 with `param` for the first invalid parameter. */
export function parseParams<S extends z.ZodType>(schema: S, input: Params): z.output<S> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw invalidRequest({ message: 'Invalid request.' });
  return throwInvalidParam(issue);
}
