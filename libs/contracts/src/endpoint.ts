export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * All that a client needs of an endpoint at run time. Its contract (`contract.ts`), which browsers must not load, adds the
 * schemas; the types of requests and responses are derived from them (`endpoint-types.ts`).
 */
export interface AnyEndpoint {
  readonly method: HttpMethod;
  /** In Fastify's form: `/api/flights/offer/:id`. */
  readonly path: `/api/${string}` | `/internal/${string}`;
  /** Defaults to 200. All of them return the `response` of the contract. */
  readonly successStatuses?: readonly number[];
  /** A POST that changes nothing: it may be sent again when its connection is lost, and end when its caller waits no longer. */
  readonly isSafe?: true;
}
