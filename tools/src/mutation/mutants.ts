export interface Mutant {
  file: string;
  line: number;
  mutator: string;
  replacement: string;
  status: 'killed' | 'survived' | 'uncovered' | 'timeout' | 'invalid';
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
