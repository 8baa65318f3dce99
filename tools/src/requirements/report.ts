import type { Citation } from './citations.ts';
import type { Area } from './list.ts';
import type { Proof } from './proof.ts';

interface AreaReport {
  name: string;
  total: number;
  cited: number;
  /** Cited by a test that runs the product and checks what it does. */
  exercised: number;
  /** Exercised, and a test that cites it noticed a change of the code. */
  proven: number;
  /** Ids that no test cites. */
  missing: string[];
}

export interface Report {
  areas: AreaReport[];
  /** Citations of ids that are not in docs/requirements.md. */
  unknown: Citation[];
  /** Citations by tests that prove nothing about the product. */
  unexercised: Citation[];
  /** Requirements that a test exercises, but with code that can be changed unnoticed; those with the most places first. */
  survivors: { id: string; places: string[] }[];
}

/** Compares the citations of the tests and the results of mutation runs with the list of requirements. */
export function createReport(areas: Area[], citations: Citation[], proof?: Proof): Report {
  const cited = new Set(citations.map(({ id }) => id));
  const exercised = new Set(citations.filter(({ problem }) => !problem).map(({ id }) => id));
  const known = new Set(areas.flatMap(({ ids }) => ids));
  return {
    areas: areas.map(({ name, ids }) => ({
      name,
      total: ids.length,
      cited: ids.filter((id) => cited.has(id)).length,
      exercised: ids.filter((id) => exercised.has(id)).length,
      proven: ids.filter((id) => exercised.has(id) && proof?.proven.has(id)).length,
      missing: ids.filter((id) => !cited.has(id)),
    })),
    unknown: citations.filter(({ id }) => !known.has(id)),
    unexercised: citations.filter(({ problem }) => problem),
    survivors: [...(proof?.survivors ?? [])]
      .filter(([id]) => known.has(id))
      .map(([id, places]) => ({ id, places }))
      .toSorted((a, b) => b.places.length - a.places.length),
  };
}
