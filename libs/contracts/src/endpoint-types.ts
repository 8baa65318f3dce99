import type { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import type * as contracts from './services.ts';

type AnyContract = (typeof contracts)[keyof typeof contracts];
type Part = 'params' | 'query' | 'body' | 'response';

/** The schema in the contract with the method and path of `E`; any schema when these are not known. */
type SchemaOf<E extends AnyEndpoint, P extends Part> = AnyEndpoint['path'] extends E['path']
  ? z.ZodType
  : Extract<AnyContract, Pick<E, 'method' | 'path'>>[P];

/** A part that the contract lacks is not accepted. */
type InputOf<Schema> = [Schema] extends [undefined] ? undefined : z.input<NonNullable<Schema>>;

/** Without a contract nothing is known of the response. */
type OutputOf<Schema> = [Schema] extends [never] ? unknown : z.output<Schema>;

/** Parts of the request as clients send them, and the response as they receive it. */
export type ParamsOf<E extends AnyEndpoint> = InputOf<SchemaOf<E, 'params'>>;
export type QueryOf<E extends AnyEndpoint> = InputOf<SchemaOf<E, 'query'>>;
export type BodyOf<E extends AnyEndpoint> = InputOf<SchemaOf<E, 'body'>>;
export type ResponseOf<E extends AnyEndpoint> = OutputOf<SchemaOf<E, 'response'>>;
