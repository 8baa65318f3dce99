import { outcomes, victims } from './cases.ts';
import type { RunResult } from './run-case.ts';

type Counted = Pick<RunResult, 'victim' | 'outcome' | 'violations'>;

const countRuns = (runs: readonly Counted[]): string => {
  const violated = runs.filter(({ violations }) => violations.length > 0).length;
  return violated > 0 ? `${runs.length} (${violated} violated)` : String(runs.length);
};

/** Lines of the table of victims and outcomes, with the number of runs, and of those that violate an invariant. */
export function formatTable(runs: readonly Counted[]): string[] {
  const rows = [
    ['', ...outcomes, 'all'],
    ...victims.map((victim) => {
      const ofVictim = runs.filter((run) => run.victim === victim);
      const cells = outcomes.map((outcome) => countRuns(ofVictim.filter((run) => run.outcome === outcome)));
      return [victim, ...cells, countRuns(ofVictim)];
    }),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
