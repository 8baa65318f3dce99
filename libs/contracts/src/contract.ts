import type { z } from 'zod';
import type { AnyEndpoint, Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

type Schema = z.ZodType | undefined;

/** The endpoint types that a set of schemas stands for. */
type TypesOf<Params, Query, Body, Response extends z.ZodType> = (Params extends z.ZodType
  ? { params: z.input<Params> }
  : unknown) &
  (Query extends z.ZodType ? { query: z.input<Query> } : unknown) &
  (Body extends z.ZodType ? { body: z.input<Body> } : unknown) & { response: z.output<Response> };

/**
 * Who may call an endpoint. (ACCESS-01)
 *
 * - `public`: everybody, signed in or not
 * - `user`: whoever is signed in
 * - `owner`: the user whom the booking belongs to
 * - `support`, `admin`: users with this role
 * - `service`: services with a credential
 * - `webhook`: a provider that signs its messages
 * - `link`: the bearer of a link that was mailed
 */
export type Access = 'public' | 'user' | 'owner' | 'support' | 'admin' | 'service' | 'webhook' | 'link';

/** What a service adds to an endpoint's method, path and types. */
interface ContractDetails<Params, Query, Body, Response> {
  /** The title of the endpoint in the API document. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What an answer with one of the success statuses holds. */
  readonly response: Response;
  /** The codes that it answers with the common error body (`errorBodySchema`). */
  readonly errors: readonly ErrorCode[];
}

/**
 * An endpoint with its schemas: the route is registered from it (`registerRoute` of the service kit), and the API document
 * is generated from it.
 */
export interface Contract<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends z.ZodType = z.ZodType,
>
  extends AnyEndpoint, ContractDetails<Params, Query, Body, Response> {}

/**
 * Pairs an endpoint with its schemas. Does not compile when a schema takes or answers something else than the types of the
 * endpoint say, or when one of the two has a part that the other lacks.
 */
export function defineContract<
  Response extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  endpoint: Endpoint<TypesOf<Params, Query, Body, Response>>,
  details: ContractDetails<Params, Query, Body, Response>,
): Contract<Params, Query, Body, Response> {
  return { ...endpoint, ...details };
}
