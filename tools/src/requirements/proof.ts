import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readMutants } from '../mutation/mutants.ts';
import { readGuardResults } from '../mutation/run-guards.ts';
import { parseIds } from './citations.ts';

/** What the last mutation runs say about the requirements. */
export interface Proof {
  /** Requirements with a test that noticed a change of the code. */
  proven: Set<string>;
  /** Places whose change no test noticed, by requirement. */
  survivors: Map<string, string[]>;
}

interface Change {
  place: string;
  isNoticed: boolean;
  requirements: string[];
}

/** Reads the reports of `npm run mutation`; undefined when there are none. */
export function readProof(folder: string): Proof | undefined {
  const reports = readFolder(folder).map((name) => join(folder, name));
  if (reports.length === 0) return undefined;
  return toProof(
    reports.flatMap((file) =>
      file.endsWith('-guards.json') ? readGuardChanges(file) : readMutantChanges(file),
    ),
  );
}

export function toProof(changes: Change[]): Proof {
  const proven = new Set<string>();
  const survivors = new Map<string, string[]>();
  for (const { place, isNoticed, requirements } of changes)
    for (const id of new Set(requirements)) {
      if (isNoticed) proven.add(id);
      else survivors.set(id, [...(survivors.get(id) ?? []), place]);
    }
  return { proven, survivors };
}

function readGuardChanges(file: string): Change[] {
  return readGuardResults(file)
    .filter(({ outcome }) => outcome !== 'broken')
    .map(({ file: source, line, outcome, requirements, failedTests }) => ({
      place: `${source}:${line}`,
      isNoticed: outcome === 'caught',
      requirements: outcome === 'caught' ? failedTests.flatMap(({ name }) => parseIds(name)) : requirements,
    }));
}

/** A mutant that survived counts for the requirements of the tests that ran its code. */
function readMutantChanges(file: string): Change[] {
  return readMutants(file)
    .filter(({ status }) => status === 'killed' || status === 'survived')
    .map(({ file: source, line, status, tests }) => ({
      place: `${source}:${line}`,
      isNoticed: status === 'killed',
      requirements: tests.flatMap(({ name }) => parseIds(name)),
    }));
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
