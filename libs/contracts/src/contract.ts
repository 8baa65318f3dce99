import type { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

type Schema = z.ZodType | undefined;

/**
 * Who may call an endpoint. (ACCESS-01)
 *
 * - `public`: anyone, signed in or not
 * - `user`: any signed-in account
 * - `factor`: a member of staff whose password was entered, also while the second factor is owed
 * - `owner`: the account that owns the booking, or a browser in which a mailed code has opened it
 * - `support`, `admin`: accounts with this role
 * - `service`: the `callers` of the endpoint, by credential
 * - `webhook`: a provider, by signature
 * - `link`: the holder of an emailed token or code
 */
export type Access =
  | 'public'
  | 'user'
  | 'factor'
  | 'owner'
  | 'support'
  | 'admin'
  | 'service'
  | 'webhook'
  | 'link';

/**
 * Whether the password, or the second factor of who has one, must have been entered in the session within the last 10 minutes. A write
 * of staff says why it need not. (ACCOUNT-06, GUARD-02, GUARD-12)
 */
export type Recent = true | { readonly notNeeded: string };

/** The programs that call services, each with its own credential. (ACCESS-03) */
export type Caller = 'accounts' | 'flights' | 'payments' | 'prerender';

/** A `service` endpoint lists its callers; no other endpoint has any. */
type AccessDetails =
  | { readonly access: Exclude<Access, 'service'>; readonly callers?: never }
  | { readonly access: 'service'; readonly callers: readonly [Caller, ...Caller[]] };

/** Schemas and documentation of an endpoint, used by services only. */
interface ContractDetails<Params, Query, Body, Response extends z.ZodType> {
  /** Title in the API document. */
  readonly summary: string;
  readonly access: Access;
  readonly callers?: readonly Caller[];
  readonly recent?: Recent;
  /** Why a GET of staff is not in the audit trail: nothing that it returns is about a person. (GUARD-13) */
  readonly notAudited?: string;
  /** A write of staff that answers with the record at its `id`, which it reads thereby. (GUARD-13) */
  readonly answersRecord?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Body of every success status that `responseByStatus` does not list. */
  readonly response: Response;
  /** Bodies of single success statuses, each narrower than `response`. */
  readonly responseByStatus?: Readonly<Record<number, z.ZodType<z.output<Response>>>>;
  /** Error codes of the endpoint's own (`errorBodySchema`), beside those that `listErrors` derives from the rest. */
  readonly errors?: readonly ErrorCode[];
}

/**
 * An endpoint with its schemas. The service kit's `registerRoute` and the API document are derived from it.
 */
export interface Contract<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends z.ZodType = z.ZodType,
>
  extends AnyEndpoint, ContractDetails<Params, Query, Body, Response> {}

/** Combines an endpoint with its schemas. Its method and path stay in the type, by which clients find the schemas' types. */
export function defineContract<
  const E extends AnyEndpoint,
  Response extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  endpoint: E,
  details: ContractDetails<Params, Query, Body, Response> & AccessDetails,
): E & Contract<Params, Query, Body, Response> {
  return { ...endpoint, ...details };
}
