import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry, Brand } from '@fareline/contracts';

type Value = string | number | boolean | null;

/** The values of a brand by path, such as `theme.primary`; a list is one value. */
function listValues(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => listValues(inner, path ? `${path}.${key}` : key));
}

/** For the audit trail: the paths of the values that differ, and old and new of prices and domain. */
export function describeChange(before: Brand | undefined, after: Brand): AuditEntry['details'] {
  const old = new Map(listValues(before ?? {}));
  const current = new Map(listValues(after));
  const changed = [...new Set([...old.keys(), ...current.keys()])].filter(
    (path) => !isDeepStrictEqual(old.get(path), current.get(path)),
  );
  const valueOf = (values: Map<string, unknown>, path: string) => (values.get(path) ?? null) as Value;
  const values = changed
    .filter((path) => path === 'domain' || path.startsWith('pricing.'))
    .map((path) => [path, { from: valueOf(old, path), to: valueOf(current, path) }]);
  return { ...(before ? { changed } : {}), ...Object.fromEntries(values) };
}
