export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method, path and success statuses: all that a client needs at run time. */
export interface AnyEndpoint {
  readonly method: HttpMethod;
  /** In Fastify's form: `/api/flights/offer/:id`. */
  readonly path: `/api/${string}` | `/internal/${string}`;
  /** Defaults to 200. All of them return the endpoint's `response` type. */
  readonly successStatuses?: readonly number[];
}

/** Request parts as the client sends them and the response as it receives it. An omitted part is not accepted. */
export interface EndpointTypes {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  response: unknown;
}

/**
 * One endpoint as clients see it: a constant with types. Its contract (`contract.ts`), which front ends must not import, adds
 * the schemas; the compiler checks that types and schemas agree.
 */
export interface Endpoint<in out Types extends EndpointTypes> extends AnyEndpoint {
  /** Carries the types; never has a value. */
  readonly types?: Types;
}

type TypeOf<E, Part extends keyof EndpointTypes> =
  E extends Endpoint<infer Types> ? (Part extends keyof Types ? Types[Part] : undefined) : never;

export type ParamsOf<E> = TypeOf<E, 'params'>;
export type QueryOf<E> = TypeOf<E, 'query'>;
export type BodyOf<E> = TypeOf<E, 'body'>;
export type ResponseOf<E> = TypeOf<E, 'response'>;
