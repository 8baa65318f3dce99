import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureFolder, repoRoot } from '../local/paths.ts';
import { foldersWithPackages } from '../lock/files.ts';
import { runAndCapture } from './run-checks.ts';

// Checks the types of all parts. Parts with the same options are one program, which reads what they import once: this takes two thirds
// of the time that a program for each part takes.

/** Parts in one program; the last is a library that the others import, so that they see its declarations anyway. Others are alone. */
const together = [
  ['services/accounts', 'services/flights', 'services/payments', 'libs/service-kit'],
  ['sandbox/mail', 'sandbox/s3', 'sandbox/stripe', 'sandbox/kit'],
  ['apps/account-mfe', 'apps/booking-mfe', 'apps/search-mfe', 'libs/ui-theme'],
];

interface Settings {
  extends: string;
  compilerOptions?: object;
  include: string[];
  exclude?: string[];
}

const folder = ensureFolder(join(repoRoot, '.data/typecheck'));
const readSettings = (part: string) =>
  JSON.parse(readFileSync(join(repoRoot, part, 'tsconfig.json'), 'utf8')) as Settings;

/** What one part declares for all files of its program would hide that another part lacks it. */
function rejectGlobalDeclarations(parts: readonly string[]): void {
  for (const part of parts.slice(0, -1))
    for (const file of globSync(`${part}/src/**/*.{ts,tsx}`, { cwd: repoRoot }))
      if (/^declare (global|module '[^*])/m.test(readFileSync(join(repoRoot, file), 'utf8')))
        throw new Error(`${file} declares for all files: check the types of ${part} alone.`);
}

const toOptions = (settings: Settings) => JSON.stringify({ ...settings, include: [], exclude: [] });

/** Writes the settings of a program and returns their path. */
function writeProgram(parts: readonly string[]): string {
  const [settings, ...others] = parts.map(readSettings);
  for (const other of others)
    if (toOptions(other) !== toOptions(settings!))
      throw new Error(`${parts.join(', ')} have different options: check their types alone.`);
  rejectGlobalDeclarations(parts);
  const path = join(folder, `${parts[0]!.replace('/', '-')}.json`);
  const list = (key: 'include' | 'exclude') =>
    parts.flatMap((part) =>
      (readSettings(part)[key] ?? []).map((each) => relative(folder, join(repoRoot, part, each))),
    );
  const base = relative(folder, join(repoRoot, parts[0]!, 'tsconfig.json'));
  writeFileSync(path, JSON.stringify({ extends: base, include: list('include'), exclude: list('exclude') }));
  return path;
}

async function checkProgram(settings: string): Promise<void> {
  const args = [join(repoRoot, 'node_modules/typescript7/bin/tsc'), '-p', settings];
  const { code, output } = await runAndCapture({ command: process.execPath, args });
  process.stdout.write(output);
  if (code !== 0) process.exitCode = 1;
}

const all = globSync('{apps/*,services/*,libs/*,sandbox/*,tools,e2e,bench}/tsconfig.json', { cwd: repoRoot });
const alone = all.map(dirname).filter((part) => !together.flat().includes(part));
/** What remotes may import of the shared libraries. */
const remotes = globSync('apps/*/tsconfig.remote.json', { cwd: repoRoot }).map((file) =>
  join(repoRoot, file),
);
// Elsewhere what their types come from is missing; test:full installs them all.
const installed = foldersWithPackages
  .filter((each) => existsSync(join(repoRoot, each, 'node_modules')))
  .map((each) => join(repoRoot, each));
const programs = [
  ...[...together, ...alone.map((part) => [part])].map(writeProgram),
  ...remotes,
  ...installed,
];
const work = async () => {
  for (let settings = programs.shift(); settings; settings = programs.shift()) await checkProgram(settings);
};
await Promise.all([work(), work()]);
