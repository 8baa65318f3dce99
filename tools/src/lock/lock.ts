import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';

interface LockEntry {
  /** Of a package that is installed by another name. */
  name?: string;
  version?: string;
  /** True for a workspace of this repository. */
  link?: boolean;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[] | string;
  cpu?: string[] | string;
  libc?: string[] | string;
  /** The folder of a link. */
  resolved?: string;
  workspaces?: string[];
  devDependencies?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
export type LockPackages = Record<string, LockEntry>;
interface LockFile {
  packages: LockPackages;
}

/**
 * Folders whose packages only one command needs. They are no workspaces, so that `npm ci` leaves them out, and have a lock file of
 * their own: tools/with-packages.mjs installs them. What they share with the root, such as React, is in no one of them.
 */
export const foldersWithPackages = [
  'libs/ui-theme/src/gallery',
  'tools/src/kubernetes/testing/schemas',
  'tools/src/lighthouse',
  'tools/src/mutation',
];

/** Where the product runs; builds for other platforms are never installed. */
export const supported = { os: ['linux'], cpu: ['x64', 'arm64'], libc: ['glibc'] };

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const processors = 'arm arm64 armv7 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

/** The platform in a name such as `@swc/core-linux-arm64-musl`. Without one npm would install the entry here. */
function parsePlatform(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word))?.replace('armv7', 'arm');
  const libc = os === 'linux' && /gnu|musl/.exec(name)?.[0].replace('gnu', 'glibc');
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

/** Finds a package as Node does: in the node_modules of the package, then of its parent folders. */
export function resolvePath(packages: LockPackages, from: string, name: string): string | undefined {
  const own = from ? `${from}/node_modules/${name}` : `node_modules/${name}`;
  if (packages[own] || from === '') return packages[own] && own;
  const parent = from.includes('node_modules/')
    ? from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')
    : '';
  return resolvePath(packages, parent, name);
}

/** Builds for other platforms are required by exact version; any entry satisfies a range. */
const satisfies = (entry: LockEntry | undefined, version: string): boolean =>
  entry !== undefined && (entry.version === version || !/^\d/.test(version));

/**
 * Creates the entries of optional builds for other platforms that the lock file refers to but does not contain. npm leaves them
 * out when a registry does not have them, and `npm ci` then rejects the lock file.
 */
export function findMissingEntries(packages: LockPackages): LockPackages {
  const missing: LockPackages = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const found = resolvePath(packages, path, name);
      if (found && satisfies(packages[found], version)) continue;
      const top = `node_modules/${name}`;
      const isTaken = [packages[top], missing[top]].some((entry) => entry && !satisfies(entry, version));
      // In the key order of npm, so that npm does not change the file.
      const { os, cpu, libc } = parsePlatform(name);
      const entry = { version, ...(cpu && { cpu }), ...(dev && { dev }), ...(libc && { libc }) };
      missing[isTaken ? `${path}/${top}` : top] = { ...entry, optional: true, ...(os && { os }) };
    }
  return missing;
}

const isUnverified = ([path, { link, integrity }]: [string, LockEntry]): boolean =>
  path.includes('node_modules/') && !link && !integrity;

/** Whether npm installs an entry on one of these platforms. */
export const runsOn = (entry: LockEntry, platforms: typeof supported): boolean =>
  (['os', 'cpu', 'libc'] as const).every(
    (key) => !entry[key] || [entry[key]].flat().some((name) => platforms[key].includes(name)),
  );

/** Paths of the packages without an integrity hash that would be installed where the product runs. */
export const listUnverified = (packages: LockPackages): string[] =>
  Object.entries(packages)
    .filter(isUnverified)
    .filter(([, entry]) => runsOn(entry, supported))
    .map(([path]) => path);

const getFile = (folder: string) => join(repoRoot, folder, 'package-lock.json');
export const readLock = (folder: string): LockFile =>
  JSON.parse(readFileSync(getFile(folder), 'utf8')) as LockFile;

/** Writes the packages in the order of npm. */
function writeLock(folder: string, lock: LockFile): void {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  const text = JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2);
  writeFileSync(getFile(folder), `${text}\n`);
}

/** Entries without integrity hash are resolved again, so that they get one from a registry that has them. */
function complete(folder: string): void {
  const lock = readLock(folder);
  const verified = Object.entries(lock.packages).filter((entry) => !isUnverified(entry));
  writeLock(folder, { ...lock, packages: Object.fromEntries(verified) });
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  const cwd = join(repoRoot, folder);
  const { status, stderr } = spawnSync(npm[0]!, [...npm.slice(1), ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) {
    writeLock(folder, lock);
    throw new Error(`npm could not read the registry; the lock file of ${folder} is unchanged.\n${stderr}`);
  }
  const updated = readLock(folder);
  const packages = { ...updated.packages, ...findMissingEntries(updated.packages) };
  writeLock(folder, { ...updated, packages });
}

function listProblems(folder: string): string[] {
  const { packages } = readLock(folder);
  return [
    ...Object.keys(findMissingEntries(packages)).map((path) => `${path} is missing`),
    ...listUnverified(packages).map((path) => `${path} would be installed without being verified`),
  ].map((problem) => `${join(folder, 'package-lock.json')}: ${problem}`);
}

function main(): void {
  const { values } = readArguments(
    `lock.ts           run it after npm install: adds the builds for other platforms that the registry does not have to
                  each package-lock.json, because npm ci rejects it without them
lock.ts --check   says what is missing, and what would be installed without being verified
`,
    { options: { check: { type: 'boolean' } } },
  );
  const folders = ['.', ...foldersWithPackages];
  if (!values.check) folders.forEach(complete);
  const problems = folders.flatMap(listProblems);
  if (problems.length > 0) throw new Error([...problems, 'Run npx node tools/src/lock/lock.ts'].join('\n'));
}

try {
  if (import.meta.main) main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
