import { withProduct, type Started } from '../crash/with-product.ts';

/** Runs a check on a product of its own, and prints the problems that it returns. */
export async function runCheck(
  name: string,
  env: NodeJS.ProcessEnv,
  check: (started: Started) => Promise<string[]>,
): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const problems = await withProduct({ env, onLine: print }, check);
  for (const problem of problems) print(`✗ ${problem}`);
  print(`${name}: ${problems.length === 0 ? 'passed' : 'failed'}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
