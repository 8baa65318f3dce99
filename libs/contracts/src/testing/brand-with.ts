import type { Brand } from '../brands/brand.schema.ts';

/** The brand with another value at a path, such as `theme.text`. */
export function brandWith(brand: Brand, path: string, value: unknown): unknown {
  const copy = structuredClone(brand) as unknown as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop()!;
  const parent = names.reduce((node, name) => node[name] as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}
