import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { repoRoot } from '../local/paths.ts';
import type { Mutant } from './mutants.ts';
import { inPart, parts } from './parts.ts';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

export interface StrykerOptions {
  concurrency: number;
  /** Only these files, as paths from the root of the repository. */
  files?: string[];
}

/**
 * Mutates the files of a part in place and runs its tests for each mutant, with the options of stryker.config.json. Stryker
 * puts the files back, also when it is stopped.
 */
export async function runStryker(name: string, { concurrency, files }: StrykerOptions): Promise<Mutant[]> {
  const part = parts[name];
  if (!part) return [];
  process.env.MUTATION_PART = name;
  const results = await new Stryker({
    mutate: files ?? inPart(name, [...part.mutate, '!**/*.test.*']),
    concurrency,
  }).runMutationTest();
  return results.map(toMutant);
}

const statuses: Record<MutantResult['status'], Mutant['status']> = {
  Killed: 'killed',
  Survived: 'survived',
  NoCoverage: 'uncovered',
  Timeout: 'timeout',
  CompileError: 'invalid',
  RuntimeError: 'invalid',
  Ignored: 'invalid',
  Pending: 'invalid',
};

function toMutant({ fileName, location, mutatorName, replacement, status }: MutantResult): Mutant {
  return {
    file: relative(repoRoot, fileName),
    line: location.start.line,
    mutator: mutatorName,
    replacement: replacement ?? '',
    status: statuses[status],
  };
}
