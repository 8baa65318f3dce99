import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Resolver } from 'react-hook-form';

type Schema<T> = Parameters<typeof standardSchemaResolver>[0] & { _output: T; _input: unknown };

/** Resolver that validates a form with a schema; the form values must have the schema's type. */
export const schemaResolver = <T extends FieldValues>(schema: Schema<T>): Resolver<T> =>
  standardSchemaResolver(schema) as Resolver<T>;
