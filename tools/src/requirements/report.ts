import type { Citation } from './citations.ts';
import type { Area } from './list.ts';

export interface Report {
  areas: { name: string; total: number; cited: number; missing: string[] }[];
  /** Citations of ids that the list does not have. */
  unknown: Citation[];
}

/** Sets what tests cite against what the list asks for. */
export function report(areas: Area[], citations: Citation[]): Report {
  const cited = new Set(citations.map(({ id }) => id));
  const known = new Set(areas.flatMap(({ ids }) => ids));
  return {
    areas: areas.map(({ name, ids }) => {
      const missing = ids.filter((id) => !cited.has(id));
      return { name, total: ids.length, cited: ids.length - missing.length, missing };
    }),
    unknown: citations.filter(({ id }) => !known.has(id)),
  };
}
