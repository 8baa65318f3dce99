import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { getDataFolder, repoRoot } from '../local/paths.ts';
import { findFreePort } from '../local/ports.ts';
import { removeTestData, createTestDataFolder } from '../local/test-data-folder.ts';
import { runFirstStart } from './run-first-start.ts';

const { values } = readArguments(
  `node tools/src/first-starts/first-starts.ts --starts 2
    starts the product twice with an empty data folder and without builds, every other time with the umask 077
`,
  { options: { starts: { type: 'string', default: '2' } } },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const folder = createTestDataFolder(getDataFolder());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const starts = Number(values.starts);
let passed = 0;
try {
  for (let index = 0; index < starts; index += 1) if (await start(index)) passed += 1;
} finally {
  removeTestData(folder);
}
print(`${passed} of ${starts} first starts succeeded`);
process.exitCode = passed === starts && passed > 0 ? 0 : 1;

async function start(index: number): Promise<boolean> {
  removeBuilds();
  const dataDir = join(folder, `start-${index}`);
  const umask = index % 2 === 0 ? '022' : '077';
  const started = performance.now();
  const problem = await runFirstStart({ port: await findFreePort(), dataDir, umask });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  removeTestData(dataDir);
  print(`  ${problem ? '✗' : '✓'} umask ${umask}${seconds.padStart(6)} s`);
  if (problem) print(problem.replace(/^/gm, '    '));
  return !problem;
}

/** Removes everything that a new clone does not have after the installation of packages. */
function removeBuilds(): void {
  const built = ['shell', 'search-mfe', 'booking-mfe', 'account-mfe'].map((app) => `apps/${app}/dist`);
  for (const path of [...built, '.data/compile-cache', 'node_modules/.cache']) {
    rmSync(join(repoRoot, path), { recursive: true, force: true });
  }
}
