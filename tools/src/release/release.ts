import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brandsOfPages, prerenderReleases } from '../prerender/prerender-releases.ts';
import { frontEnd, frontEnds, releasesDir, type FrontEnd } from './front-ends.ts';
import { publish } from './publish.ts';
import { sourceStamp } from './source-stamp.ts';
import { readTable } from './table.ts';
import { removeRelease, turnBack } from './turn-back.ts';

const run = promisify(execFile);
const atOnce = 2;

// Who ends a release ends the builds under way with it.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const help = `Releases front ends.

  npm run release -- search              build apps/search-mfe and make it current
  npm run release -- search --back       go back to the release before
  npm run release -- search --remove     take it out of the release table
  npm run release -- --list              what is current
  npm run release -- --all               build and release every front end
  npm run release -- --all --if-changed  only those whose sources changed since they were released
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Builds in a process of its own, so that two front ends can be built at once, and publishes what came out once `shell` is
 * published: what a remote may need goes by that.
 */
async function release(
  one: FrontEnd,
  releases: string,
  sources: string,
  shell: Promise<void> | undefined,
): Promise<void> {
  const started = performance.now();
  // A folder of its own: two releases at once, into two release folders, must not meet in `dist`.
  const built = join(releases, '.build', `${one.name}-${process.pid}`);
  await run(process.execPath, [join(import.meta.dirname, 'build.ts'), one.name, built], {
    signal: stop.signal,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`${one.name} could not be built.\n${error.stderr ?? error.message}`);
  });
  await shell;
  const { version, isNew } = await publish(releases, one.name, built, sources);
  await rm(built, { recursive: true, force: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    isNew
      ? `Released ${one.name} ${version} (${seconds} s)`
      : `${one.name} ${version} is unchanged (${seconds} s)`,
  );
}

async function releaseEach(all: FrontEnd[], releases: string, onlyChanged: boolean): Promise<void> {
  const table = await readTable(releases);
  const stamped = await Promise.all(all.map(async (one) => ({ one, sources: await sourceStamp(one.dir) })));
  const due = stamped.filter(({ one, sources }) => !onlyChanged || table[one.name]?.sources !== sources);
  if (onlyChanged && due.length === 0) say('All front ends are up to date.');
  const isShell = ({ one }: { one: FrontEnd }) => one.name === 'shell';
  const queue = [...due.filter(isShell), ...due.filter((next) => !isShell(next))];
  let shell: Promise<void> | undefined;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const released = release(next.one, releases, next.sources, shell);
      if (isShell(next)) shell = released;
      await released;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Pages that cannot be drawn ahead are no reason to hold a release back: its scripts draw them. */
async function drawPagesAhead(releases: string): Promise<void> {
  const onFailure = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  await prerenderReleases({ releases, brands: await brandsOfPages(releases), onFailure });
}

async function list(releases: string): Promise<void> {
  const entries = Object.entries(await readTable(releases));
  if (entries.length === 0) say(`Nothing is released in ${releases}.`);
  for (const [name, { version, previous }] of entries) {
    say(
      `${name.padEnd(10)} ${version}${previous.length > 0 ? `   before it: ${previous.slice(0, 3).join(', ')}` : ''}`,
    );
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      back: { type: 'boolean' },
      help: { type: 'boolean' },
      'if-changed': { type: 'boolean' },
      list: { type: 'boolean' },
      remove: { type: 'boolean' },
    },
  });
  const releases = resolve(releasesDir());
  const onlyChanged = values['if-changed'] === true;
  if (values.list) return list(releases);
  if (values.help || (!values.all && positionals.length === 0)) return void say(help);
  for (const name of positionals) {
    if (values.back) say(`${name} is back at ${await turnBack(releases, name)}`);
    else if (values.remove) {
      await removeRelease(releases, name);
      say(`${name} is no longer in the release table`);
    }
  }
  const due = values.all ? frontEnds() : positionals.map(frontEnd);
  if (!values.back && !values.remove) await releaseEach(due, releases, onlyChanged);
  await drawPagesAhead(releases);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
