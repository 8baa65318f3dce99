import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const mutantSchema = z.object({
  file: z.string(),
  line: z.number(),
  mutator: z.string(),
  replacement: z.string(),
  status: z.enum(['killed', 'survived', 'uncovered', 'timeout', 'invalid']),
  /** The tests that failed, or those that ran the code of a mutant that survived. */
  tests: z.array(z.object({ file: z.string(), name: z.string() })),
});
export type Mutant = z.output<typeof mutantSchema>;

/** The mutants of the last run. */
export function readMutants(file: string): Mutant[] {
  return existsSync(file) ? z.array(mutantSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

export interface Summary {
  killed: number;
  survived: number;
  uncovered: number;
  timeout: number;
  /** Share of the valid mutants that tests notice, in percent. */
  score: number;
}

export function summarise(mutants: Mutant[]): Summary {
  const count = (status: Mutant['status']) => mutants.filter((mutant) => mutant.status === status).length;
  const [killed, survived, uncovered, timeout] = [
    count('killed'),
    count('survived'),
    count('uncovered'),
    count('timeout'),
  ];
  const valid = killed + survived + uncovered + timeout;
  return {
    killed,
    survived,
    uncovered,
    timeout,
    score: valid === 0 ? 100 : (100 * (killed + timeout)) / valid,
  };
}

/** Mutants that no test noticed, those of the file with the most of them first. */
export function listSurvivors(mutants: Mutant[]): { file: string; survivors: Mutant[] }[] {
  const survivors = mutants.filter(({ status }) => status === 'survived' || status === 'uncovered');
  return Object.entries(Object.groupBy(survivors, ({ file }) => file))
    .map(([file, found = []]) => ({ file, survivors: found.toSorted((a, b) => a.line - b.line) }))
    .toSorted((a, b) => b.survivors.length - a.survivors.length);
}
