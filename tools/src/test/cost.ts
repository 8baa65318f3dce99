import { addOutcomes, printOutcome, type Outcome } from '../check/run-checks.ts';
import { formatError } from '../local/user-error.ts';
import { readCpuSeconds } from './cpu-seconds.ts';

type Print = (line: string) => void;

export interface Part {
  name: string;
  run(): Promise<Outcome>;
}

interface Cost extends Outcome {
  name: string;
  wall: number;
  cpu: number;
}

/** Runs all parts, also after a failure, and prints what they cost and which of them failed. Returns whether none did. */
export async function runParts(
  parts: readonly Part[],
  print: Print,
  readFiles: () => string = () => '',
): Promise<boolean> {
  const costs: Cost[] = [];
  for (const { name, run } of parts) {
    const [started, cpu] = [performance.now(), readCpuSeconds()];
    const outcome = await run().catch((error: unknown) => {
      return { passed: 0, failed: 1, failures: [`${name}\n${formatError(error)}`] };
    });
    const wall = (performance.now() - started) / 1000;
    costs.push({ name, wall, cpu: readCpuSeconds() - cpu, ...outcome });
  }
  for (const line of [...formatCosts(costs), ...formatDearest(readFiles())]) print(line);
  const outcome = addOutcomes(costs);
  printOutcome(outcome, print);
  return outcome.failed === 0;
}

const column = (value: number | string) =>
  (typeof value === 'string' ? value : Number.isNaN(value) ? '-' : value.toFixed(0)).padStart(8);

function formatCosts(costs: readonly Cost[]): string[] {
  const sum = (key: 'wall' | 'cpu' | 'passed' | 'failed') =>
    costs.reduce((total, cost) => total + cost[key], 0);
  const all = { wall: sum('wall'), cpu: sum('cpu'), passed: sum('passed'), failed: sum('failed') };
  const row = (name: string, ...values: (number | string)[]) =>
    `  ${name.padEnd(24)}${values.map(column).join('')}`;
  return [
    '',
    row('Part', 'wall s', 'CPU s', 'passed', 'failed'),
    ...[...costs, { name: 'All', ...all }].map(({ name, wall, cpu, passed, failed }) =>
      row(name, wall, cpu, passed, failed),
    ),
  ];
}

/** The ten test files that took the most processor time, from lines of seconds and file. */
export function formatDearest(text: string): string[] {
  const files = text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .sort(([a], [b]) => Number(b) - Number(a))
    .slice(0, 10);
  if (files.length === 0) return [];
  return [
    '',
    '  Dearest test files, CPU s',
    ...files.map(([seconds, file]) => `${column(Number(seconds))}  ${file}`),
  ];
}
