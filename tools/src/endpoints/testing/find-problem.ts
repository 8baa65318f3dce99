import type { ErrorCode } from '@fareline/contracts';
import { errorCodes, httpStatusFor } from '@fareline/contracts/errors';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { Contract } from '@fareline/contracts/services';
import { getErrorStatuses } from '@fareline/service-kit/http/register-route';
import { repoRoot } from '../../local/paths.ts';
import type { RawResponse } from './http.ts';

/** Text that only an unhandled error contains. */
const leaks = new RegExp(String.raw`node_modules|file://|\n\s+at |\.[cm]?[jt]s:\d+|${repoRoot}/`);

const strictErrorBody = errorBodySchema.strict();

export const isSuccess = ({ successStatuses = [200] }: Contract, status: number): boolean =>
  successStatuses.includes(status);

/** What is wrong with a response; undefined when nothing is. */
export function findProblem(
  contract: Contract,
  { status, text }: RawResponse,
  { isProxied }: { isProxied: boolean },
): string | undefined {
  if (status === 0) return 'no response';
  if (leaks.test(text)) return 'the response reveals code or paths';
  if (isSuccess(contract, status)) return undefined;
  const documented = getErrorStatuses(contract);
  // The edge refuses ambiguous paths, and its router refuses longer parameters.
  if (isProxied) documented.add(404);
  if (status === 405 || !documented.has(status)) return 'the status is not documented';
  if (status === 500) return 'an unexpected error';
  if (text === '') return undefined;
  const body = strictErrorBody.safeParse(parseJson(text));
  if (!body.success) return 'the body is not the one of an error';
  const { error } = body.data;
  if (!(errorCodes as string[]).includes(error)) return `the code ${error} is unknown`;
  return httpStatusFor(error as ErrorCode) === status ? undefined : `the code ${error} has another status`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
