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
