import type { Citation } from './citations.ts';

export interface Area {
  name: string;
  /** Ids in document order. */
  ids: string[];
  /** Ids that nothing in the code does yet. */
  planned: string[];
}

/** Reads the areas of docs/requirements.md and the ids in their tables. Throws when an id occurs twice. */
export function readRequirements(markdown: string): Area[] {
  const areas = new Map<string, Area>();
  const seen = new Set<string>();
  for (const [, id, mark] of markdown.matchAll(/^\|\s*([A-Z]+-\d+)\s*\|.*?( \(planned\) \|)?$/gm)) {
    if (!id) continue;
    if (seen.has(id)) throw new Error(`${id} occurs twice in docs/requirements.md`);
    seen.add(id);
    const name = id.slice(0, id.lastIndexOf('-'));
    const area = areas.get(name) ?? { name, ids: [], planned: [] };
    area.ids.push(id);
    if (mark) area.planned.push(id);
    areas.set(name, area);
  }
  return [...areas.values()];
}

/**
 * Compares the citations of the tests with the list: by area the number of ids whose first tier is each, and those that are not planned
 * and that no test cites; and the citations of ids that are not in the list or are planned.
 */
export function createReport(areas: Area[], citations: Citation[]) {
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
