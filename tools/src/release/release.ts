import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseArguments, handleHelpOption } from '@fareline/service-kit/command-line';
import { listPrerenderedBrands, prerenderReleases } from '../prerender/prerender-releases.ts';
import {
  findFrontEnd,
  getFrontEndName,
  getReleasesDir,
  listFrontEnds,
  type FrontEnd,
} from '../front-ends/front-ends.ts';
import { withBuildFolder } from './build-folder.ts';
import { publish } from './publish.ts';
import { hashSources } from './source-hash.ts';
import { readReleaseTable } from '../front-ends/release-table.ts';
import { removeRelease, rollBack } from './rollback.ts';

const run = promisify(execFile);
const maxConcurrentBuilds = 2;

// Stopping a release stops its builds.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const help = `Releases front ends.

  npm run release -- search              builds apps/search-mfe and makes it current
  npm run release -- search --rollback   makes the previous release current
  npm run release -- search --remove     removes it: its pages show an error with Retry; a second
                                         time: its paths show the not-found page
  npm run release -- --list              lists the current releases
  npm run release -- --all               builds and releases all front ends
  npm run release -- --all --if-changed  only those whose sources changed since their last release
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Builds in a separate process, so that front ends are built in parallel, and publishes after `shell`, because remotes are checked
 * against the shared libraries of the released shell.
 */
async function buildAndPublish(
  frontEnd: FrontEnd,
  releases: string,
  sources: string,
  shell: Promise<void> | undefined,
  built: string,
): Promise<void> {
  const started = performance.now();
  await run(process.execPath, [join(import.meta.dirname, 'build.ts'), frontEnd.name, built], {
    signal: stop.signal,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`${frontEnd.name} could not be built.\n${error.stderr ?? error.message}`);
  });
  await shell;
  const { version, isNew } = await publish(releases, frontEnd.name, built, sources);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(
    isNew
      ? `Released ${frontEnd.name} ${version} (${seconds} s)`
      : `${frontEnd.name} ${version} is unchanged (${seconds} s)`,
  );
}

async function releaseAll(frontEnds: FrontEnd[], releases: string, onlyChanged: boolean): Promise<void> {
  const table = await readReleaseTable(releases);
  const hashed = await Promise.all(
    frontEnds.map(async (frontEnd) => ({ frontEnd, sources: await hashSources(frontEnd.dir) })),
  );
  const pending = hashed.filter(
    ({ frontEnd, sources }) => !onlyChanged || table[frontEnd.name]?.sources !== sources,
  );
  if (onlyChanged && pending.length === 0) print('All front ends are up to date.');
  const isShell = ({ frontEnd }: { frontEnd: FrontEnd }) => frontEnd.name === 'shell';
  const queue = [...pending.filter(isShell), ...pending.filter((next) => !isShell(next))];
  let shell: Promise<void> | undefined;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { frontEnd, sources } = next;
      const released = withBuildFolder(releases, frontEnd.name, (folder) =>
        buildAndPublish(frontEnd, releases, sources, shell, folder),
      );
      if (isShell(next)) shell = released;
      await released;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentBuilds }, worker));
}

/** A page that cannot be prerendered does not fail the release: the browser renders it. */
async function prerenderPages(releases: string): Promise<void> {
  const onFailure = (message: string) => void process.stderr.write(`${message}\n`);
  await prerenderReleases({ releases, brands: await listPrerenderedBrands(releases), onFailure });
}

async function printReleases(releases: string): Promise<void> {
  const entries = Object.entries(await readReleaseTable(releases));
  if (entries.length === 0) print(`There are no releases in ${releases}.`);
  for (const [name, { version, previous }] of entries) {
    print(
      `${name.padEnd(10)} ${version}${previous.length > 0 ? `   previous: ${previous.slice(0, 3).join(', ')}` : ''}`,
    );
  }
}

/** What the command is to do; throws a sentence when that is not one thing. */
function readRequest() {
  const { values, positionals } = parseArguments(help, {
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      'if-changed': { type: 'boolean' },
      list: { type: 'boolean' },
      remove: { type: 'boolean' },
      rollback: { type: 'boolean' },
    },
  });
  const actions = (['all', 'list', 'remove', 'rollback'] as const).filter((name) => values[name]);
  const [action = 'release', other] = actions;
  if (other) throw new Error(`--${action} and --${other} cannot be combined.\n\n${help}`);
  const takesNames = action !== 'all' && action !== 'list';
  if (takesNames && positionals.length === 0) throw new Error(`Name a front end.\n\n${help}`);
  if (!takesNames && positionals.length > 0) throw new Error(`--${action} takes no names.\n\n${help}`);
  return { action, names: positionals.map(getFrontEndName), onlyChanged: values['if-changed'] === true };
}

async function main(): Promise<void> {
  const { action, names, onlyChanged } = readRequest();
  const releases = resolve(getReleasesDir());
  if (action === 'list') return printReleases(releases);
  if (action === 'all' || action === 'release')
    await releaseAll(action === 'all' ? listFrontEnds() : names.map(findFrontEnd), releases, onlyChanged);
  for (const name of names) {
    if (action === 'rollback') print(`Rolled back ${name} to ${await rollBack(releases, name)}`);
    if (action === 'remove') {
      await removeRelease(releases, name);
      print(`Removed ${name}`);
    }
  }
  await prerenderPages(releases);
}

handleHelpOption(help);

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
