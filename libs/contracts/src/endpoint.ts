export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where an endpoint is and which statuses are its successes: all that a client needs at run time. */
export interface AnyEndpoint {
  readonly method: HttpMethod;
  /** In Fastify's form: `/api/flights/offer/:id`. */
  readonly path: `/api/${string}` | `/internal/${string}`;
  /** 200 when left out. Every one of them answers with the `response` of the endpoint's types. */
  readonly successStatuses?: readonly number[];
}

/** The parts of a request as the caller writes them, and the answer as it arrives. A part that is left out is not taken. */
export interface EndpointTypes {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  response: unknown;
}

/**
 * One endpoint, as clients see it: a plain constant with types. Its contract (`contract.ts`), which only services import,
 * adds the schemas that the types are proved against.
 */
export interface Endpoint<in out Types extends EndpointTypes> extends AnyEndpoint {
  /** For the type system only; no endpoint has a value here. */
  readonly types?: Types;
}

type TypeOf<E, Part extends keyof EndpointTypes> =
  E extends Endpoint<infer Types> ? (Part extends keyof Types ? Types[Part] : undefined) : never;

export type ParamsOf<E> = TypeOf<E, 'params'>;
export type QueryOf<E> = TypeOf<E, 'query'>;
export type BodyOf<E> = TypeOf<E, 'body'>;
export type ResponseOf<E> = TypeOf<E, 'response'>;
