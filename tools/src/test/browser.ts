import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { startProductForTests } from '../local/testing/test-product.ts';
import { UserError } from '../local/user-error.ts';
import { findChromium } from './chromium.ts';
import { choosePictures } from './pictures.ts';

type Run<Result> = (project: string, args: string[], env: Record<string, string>) => Promise<Result>;

const playwright = [
  join(repoRoot, 'node_modules/@playwright/test/cli.js'),
  'test',
  '--config=e2e/playwright.config.ts',
];

/** Throws a UserError if these arguments select no test, because a misspelt one would run none and pass. */
export function rejectEmptySelection(selection: readonly string[]): void {
  const args = [...playwright, '--list', ...selection];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: repoRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new UserError(stderr.trim());
}

/**
 * Has the browser tests run on one product: those that share it, then those that need it for themselves. With E2E_URL and the related
 * variables set it is a running one.
 */
export async function runBrowserProjects<Result>(
  print: (line: string) => void,
  run: Run<Result>,
): Promise<Result[]> {
  const chromium = await findChromium(print);
  const pictures = choosePictures(chromium, process.argv, print);
  const env = { CHROMIUM_PATH: chromium, ...pictures.env };
  const stop = process.env.E2E_URL ? async () => undefined : await startProductForTests();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  const results: Result[] = [];
  try {
    for (const project of ['shared', 'alone'])
      results.push(await run(project, [...playwright, `--project=${project}`, ...pictures.args], env));
  } finally {
    await stop();
  }
  return results;
}
