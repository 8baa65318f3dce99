import { listErrors } from '@fareline/contracts/list-errors';
import * as services from '@fareline/contracts/services';
import type { Contract } from '@fareline/contracts/services';
import { z } from 'zod';
import { getStatus, getSuccessStatuses, type FakeResponse } from './responses.ts';

interface RequestParts {
  params: unknown;
  query: URLSearchParams;
  body: unknown;
}

const contracts: readonly Contract[] = Object.values(services);

const toPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** The contract of a request and the parameters in its path. */
export function findContract(
  method: string,
  path: string,
): { contract: Contract; params: Record<string, string> } | undefined {
  const sameMethod = contracts.filter((contract) => contract.method === method);
  const contract =
    sameMethod.find((one) => one.path === path) ?? sameMethod.find((one) => toPattern(one.path).test(path));
  if (!contract) return undefined;
  const values = Object.entries(toPattern(contract.path).exec(path)?.groups ?? {});
  return {
    contract,
    params: Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value)])),
  };
}

/** Why a service with this contract cannot respond like this; undefined if it can. */
export function findProblem(
  contract: Contract,
  request: RequestParts,
  response: FakeResponse<unknown>,
): string | undefined {
  if ('connectionError' in response || 'proxyStatus' in response) return undefined;
  if ('error' in response) {
    const { error: code } = response.error;
    return listErrors(contract).has(code) ? undefined : `the contract does not list the error ${code}`;
  }
  const status = getStatus(contract, response);
  if (!getSuccessStatuses(contract).includes(status))
    return `${status} is no success status of the contract; errors are made with errorResponse()`;
  const schema = contract.responseByStatus?.[status] ?? contract.response;
  return describeMismatch('the response', schema, response.body) ?? findRequestProblem(contract, request);
}

/** A service rejects such a request, so it cannot respond with success. */
const findRequestProblem = (contract: Contract, { params, query, body }: RequestParts): string | undefined =>
  describeMismatch('the path of the request', contract.params, params) ??
  describeMismatch('the query of the request', contract.query, Object.fromEntries(query)) ??
  describeMismatch('the body of the request', contract.body, body);

function describeMismatch(what: string, schema: z.ZodType | undefined, value: unknown): string | undefined {
  const result = schema?.safeParse(value);
  return result?.error && `the contract does not accept ${what}\n${z.prettifyError(result.error)}`;
}
