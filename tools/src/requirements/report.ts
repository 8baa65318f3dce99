import type { Citation } from './citations.ts';
import type { Area } from './list.ts';

export interface AreaReport {
  name: string;
  total: number;
  /** How many are cited in `npm test`. */
  test: number;
  /** How many are cited in `npm run test:full` only. */
  testFull: number;
  planned: number;
  /** Ids that are not planned and that no test cites. */
  missing: string[];
}

export interface Report {
  areas: AreaReport[];
  /** Citations of ids that are not in docs/requirements.md. */
  unknown: Citation[];
  /** Citations of ids that are marked as planned there. */
  stale: Citation[];
}

/** Compares the citations of the tests with the list of requirements. */
export function createReport(areas: Area[], citations: Citation[]): Report {
  const cited = new Set(citations.map(({ id }) => id));
  const citedInTest = new Set(citations.filter(({ tier }) => tier === 'test').map(({ id }) => id));
  const known = new Set(areas.flatMap(({ ids }) => ids));
  const planned = new Set(areas.flatMap((area) => area.planned));
  return {
    areas: areas.map((area) => {
      const built = area.ids.filter((id) => !planned.has(id));
      const test = built.filter((id) => citedInTest.has(id)).length;
      const missing = built.filter((id) => !cited.has(id));
      return {
        name: area.name,
        total: area.ids.length,
        test,
        testFull: built.length - missing.length - test,
        planned: area.planned.length,
        missing,
      };
    }),
    unknown: citations.filter(({ id }) => !known.has(id)),
    stale: citations.filter(({ id }) => planned.has(id)),
  };
}
