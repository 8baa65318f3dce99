import { brandSchema, defaultBrand } from '@fareline/contracts/schemas';
import type { Brand } from '@fareline/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { changesSensitiveField, insensitiveFields } from './sensitive-fields.ts';

/** The paths of all fields of a schema; a list is one field. */
function listFields(schema: unknown, path: readonly string[] = []): string[][] {
  if (!(schema instanceof z.ZodObject)) return [[...path]];
  return Object.entries(schema.shape).flatMap(([key, field]) => listFields(field, [...path, key]));
}

/** A brand with another value in one field, whatever its type. */
function change(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  const record = value as Record<string, unknown>;
  return { ...record, [key]: rest.length > 0 ? change(record[key], rest) : 'changed' };
}

const isSensitive = (path: readonly string[]) =>
  changesSensitiveField(defaultBrand, change(defaultBrand, path) as Brand);

const fields = listFields(brandSchema);

it('[GUARD-12] each field of the schema is sensitive, also in its content, but the listed ones', () => {
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter((path) => !isSensitive(path)).map((path) => path.join('.'))).toEqual(
    fields.map((path) => path.join('.')).filter((path) => path in insensitiveFields),
  );
});

it('[GUARD-12] each listed field is one of the schema', () => {
  const paths = fields.map((path) => path.join('.'));
  expect(Object.keys(insensitiveFields).filter((path) => !paths.includes(path))).toEqual([]);
});

it.each([[['motto']], [['theme', 'motto']], [['content', 'motto']], [['content', 'partner', 'motto']]])(
  '[GUARD-12] a field that nobody has thought of, as %j, is sensitive',
  (path) => expect(isSensitive(path)).toBe(true),
);

it('[GUARD-12] a new brand is sensitive, and one without a change is not', () => {
  expect(changesSensitiveField(undefined, defaultBrand)).toBe(true);
  expect(changesSensitiveField(defaultBrand, structuredClone(defaultBrand))).toBe(false);
});
