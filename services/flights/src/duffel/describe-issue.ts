import type { z } from 'zod';

/** Path and kind of the first error, for the log; never the value, which is the provider's. */
export function describeIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.')}: ${issue?.message}`;
}
