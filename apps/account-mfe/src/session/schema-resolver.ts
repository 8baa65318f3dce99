import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Resolver } from 'react-hook-form';

type Schema<T> = Parameters<typeof standardSchemaResolver>[0] & { _output: T; _input: unknown };

/** Lets a schema of the contracts judge a form whose values have the schema's own shape. */
export const schemaResolver = <T extends FieldValues>(schema: Schema<T>): Resolver<T> =>
  standardSchemaResolver(schema) as Resolver<T>;
