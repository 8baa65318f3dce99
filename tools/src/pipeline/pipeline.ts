import { execFileSync, spawnSync } from 'node:child_process';
import { exitOnUsageError, readArguments, UsageError } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { listParts, phases } from './steps.ts';

const { values, positionals } = readArguments(
  `Runs what the pipeline of a part runs (.github/workflows).

  pipeline.ts booking             check and release
  pipeline.ts booking check       types, lint, tests, build, browser tests of the part
  pipeline.ts booking release     a front end: its candidate, for 5 % of visitors when it works in
                                  a browser on the site; a service: its image
  pipeline.ts booking promote     a front end: the candidate becomes current when it still does;
                                  a service: roll-out
  pipeline.ts booking --dry-run   prints the commands of all three

IMAGES is where images go (registry and folder; default: fareline). A front end needs RELEASES_URL, the
origin of the site, RELEASE_KEY, the key of its team, and Chromium, which is installed when it is missing.
`,
  { allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } },
  2,
);
const [name, phase] = positionals;

function run(): void {
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: repoRoot,
    encoding: 'utf8',
  });
  const parts = listParts(process.env.IMAGES || 'fareline', commit.trim());
  const part = parts.find((candidate) => candidate.name === name);
  if (!part) throw new UsageError(`Name a part: ${parts.map((candidate) => candidate.name).join(', ')}.`);
  const chosen = phases.filter((known) =>
    phase ? known === phase : values['dry-run'] || known !== 'promote',
  );
  if (chosen.length === 0) throw new UsageError(`"${phase}" is not one of ${phases.join(', ')}.`);
  for (const step of chosen.flatMap((one) => part.steps[one])) {
    process.stdout.write(`$ ${step}\n`);
    if (values['dry-run']) continue;
    const { status } = spawnSync(step, { cwd: repoRoot, stdio: 'inherit', shell: true });
    if (status !== 0) throw new Error(`Failed: ${step}`);
  }
}

try {
  run();
} catch (error) {
  exitOnUsageError(error);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
