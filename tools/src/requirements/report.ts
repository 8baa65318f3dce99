import type { Citation } from './citations.ts';
import type { Area } from './list.ts';

export interface Report {
  areas: {
    name: string;
    total: number;
    /** Ids that no test cites. */
    missing: string[];
  }[];
  /** Citations of ids that are not in docs/requirements.md. */
  unknown: Citation[];
}

/** Compares the citations of the tests with the list of requirements. */
export function createReport(areas: Area[], citations: Citation[]): Report {
  const cited = new Set(citations.map(({ id }) => id));
  const known = new Set(areas.flatMap(({ ids }) => ids));
  return {
    areas: areas.map(({ name, ids }) => ({
      name,
      total: ids.length,
      missing: ids.filter((id) => !cited.has(id)),
    })),
    unknown: citations.filter(({ id }) => !known.has(id)),
  };
}
