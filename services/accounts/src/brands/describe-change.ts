import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry, Brand } from '@fareline/contracts';

type Value = string | number | boolean | null;

/** The values of a brand by path, such as `theme.primary`; a list is one value. */
function listValues(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => listValues(inner, path ? `${path}.${key}` : key));
}

const toMap = (brand: Brand | undefined): Map<string, unknown> => new Map(listValues(brand ?? {}));

/** The paths of the values that differ; of a new brand all. */
export function listChangedPaths(before: Brand | undefined, after: Brand): string[] {
  const old = toMap(before);
  const current = toMap(after);
  return [...new Set([...old.keys(), ...current.keys()])].filter(
    (path) => !isDeepStrictEqual(old.get(path), current.get(path)),
  );
}

/** For the audit trail: the paths of the values that differ, and old and new of prices and domain. */
export function describeChange(before: Brand | undefined, after: Brand): AuditEntry['details'] {
  const changed = listChangedPaths(before, after);
  const valueOf = (brand: Brand | undefined, path: string) => (toMap(brand).get(path) ?? null) as Value;
  const values = changed
    .filter((path) => path === 'domain' || path.startsWith('pricing.'))
    .map((path) => [path, { from: valueOf(before, path), to: valueOf(after, path) }]);
  return { ...(before ? { changed } : {}), ...Object.fromEntries(values) };
}
