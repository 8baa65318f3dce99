import type { z } from 'zod';

/** The fields of a valid sample, as dotted paths, that the schema can do without. Of a list the first entry is looked at. */
export function optionalPaths(schema: z.ZodType, sample: object): string[] {
  return listPaths(sample).filter((path) => schema.safeParse(without(sample, path)).success);
}

function listPaths(value: unknown, path: string[] = []): string[] {
  if (Array.isArray(value)) return listPaths(value[0], [...path, '0']);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...path, name].join('.'),
    ...listPaths(inner, [...path, name]),
  ]);
}

function without(sample: object, path: string): object {
  const copy = structuredClone(sample);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce((value, name) => Reflect.get(value, name) as object, copy);
  Reflect.deleteProperty(owner, last);
  return copy;
}
