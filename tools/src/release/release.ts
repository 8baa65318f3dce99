import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultBrand } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { exitOnUsageError, UsageError } from '@fareline/service-kit/command-line';
import { hasVersion, readRecord } from '@fareline/releases/record';
import { findEntry, readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';
import {
  promote,
  removeRelease,
  rollBack,
  setCandidate,
  setCurrent,
  withdraw,
} from '@fareline/releases/versions';
import { listPrerenderedBrands, prerenderReleases } from '../prerender/prerender-releases.ts';
import { findFrontEnd, getReleaseStorage, listFrontEnds, type FrontEnd } from '../front-ends/front-ends.ts';
import { loadKeyFor, loadSigningKey } from '../local/signing-key.ts';
import { withBuildFolder } from './build-folder.ts';
import { checkInBrowser, createPreviewLink, publishChecked } from './check-in-browser.ts';
import { readCommit } from './commit.ts';
import { releaseServices } from './contracts/conflicts.ts';
import { print, printFailure, printHistory, printReleases } from './print.ts';
import { prune } from './prune.ts';
import type { Publication } from './publish.ts';
import { readRequest, type ReleaseRequest } from './request.ts';
import { hashSources } from './source-hash.ts';

const run = promisify(execFile);
const maxConcurrentBuilds = 2;

// Stopping a release stops its builds.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

/**
 * Builds in a separate process, so that front ends are built in parallel, and publishes after `shell`, because remotes are checked
 * against the shared libraries of the released shell.
 */
async function buildAndPublish(
  frontEnd: FrontEnd,
  storage: ReleaseStorage,
  publication: Publication,
  shell: Promise<void> | undefined,
  folder: string,
  { site, built }: ReleaseRequest,
): Promise<void> {
  const started = performance.now();
  if (!built) await build(frontEnd.name, folder);
  await shell;
  const { version, isNew } = await publishChecked(storage, frontEnd.name, folder, publication, site);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(
    isNew
      ? `Released ${frontEnd.name} ${version}${publication.audience ? ' as the candidate' : ''} (${seconds} s)`
      : `${frontEnd.name} ${version} is unchanged (${seconds} s)`,
  );
}

async function build(name: string, folder: string): Promise<void> {
  const command = [fileURLToPath(import.meta.resolve('@fareline/tools/bundler')), name, folder];
  await run(process.execPath, command, { signal: stop.signal }).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(`${name} could not be built.\n${error.stderr ?? error.message}`);
    },
  );
}

async function releaseAll(
  frontEnds: FrontEnd[],
  storage: ReleaseStorage,
  request: ReleaseRequest,
): Promise<void> {
  const { onlyChanged, acceptsUncommitted, audience, by, built } = request;
  const table = await readReleaseTable(storage);
  const hashed = await Promise.all(
    frontEnds.map(async (frontEnd) => ({ frontEnd, sources: await hashSources(frontEnd.dir) })),
  );
  const pending = hashed.filter(
    ({ frontEnd, sources }) => !onlyChanged || table[frontEnd.name]?.sources !== sources,
  );
  if (onlyChanged && pending.length === 0) print('All front ends are up to date.');
  const together = pending.map(({ frontEnd }) => frontEnd.name);
  const key = await loadKeyFor(together, storage);
  const commits = new Map<string, string>();
  for (const { frontEnd } of pending)
    commits.set(frontEnd.name, await readCommit(frontEnd.dir, acceptsUncommitted));
  const isShell = ({ frontEnd }: { frontEnd: FrontEnd }) => frontEnd.name === 'shell';
  const queue = [...pending.filter(isShell), ...pending.filter((next) => !isShell(next))];
  let shell: Promise<void> | undefined;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { frontEnd, sources } = next;
      const publication = {
        sources,
        commit: commits.get(frontEnd.name)!,
        key,
        by,
        together,
        ...(audience && { audience }),
      };
      const before = shell;
      const publishFrom = (folder: string) =>
        buildAndPublish(frontEnd, storage, publication, before, folder, request);
      const released = built
        ? publishFrom(join(frontEnd.dir, built))
        : withBuildFolder(frontEnd.name, publishFrom);
      if (isShell(next)) shell = released;
      await released;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentBuilds }, worker));
}

/** Releases a finished build once: a container that starts again changes nothing, also after a rollback. */
async function publishBuilt(request: ReleaseRequest, storage: ReleaseStorage, built: string): Promise<void> {
  const { names, by, audience } = request;
  const [name = ''] = names;
  const { dir } = findFrontEnd(name);
  const commit = await readCommit(dir, request.acceptsUncommitted);
  const publication = {
    ...{ commit, by, once: true },
    sources: await hashSources(dir),
    key: await loadKeyFor([name], storage),
    ...(audience && { audience }),
  };
  const { version, isNew } = await publishChecked(storage, name, built, publication, request.site);
  print(isNew ? `Released ${name} ${version}` : `${name} ${version} has been released before`);
}

/** A page that cannot be prerendered does not fail the release: the browser renders it. */
async function prerenderPages(storage: ReleaseStorage): Promise<void> {
  const brands = await listPrerenderedBrands(storage);
  await prerenderReleases({ storage, brands, onFailure: printFailure });
}

/** Throws a UsageError for a front end that the release table does not have, though it need not be one of this repository. */
async function assertReleased(storage: ReleaseStorage, names: readonly string[]): Promise<void> {
  const table = await readReleaseTable(storage);
  const unknown = names.find((name) => !findEntry(table, name));
  if (unknown === undefined) return;
  const released = Object.keys(table).join(', ') || 'none';
  throw new UsageError(`Unknown front end "${unknown}". Released front ends: ${released}.`);
}

/** Throws a sentence for a brand that the site does not have: no visitor would get the candidate. */
async function assertBrands(storage: ReleaseStorage, asked: readonly string[]): Promise<void> {
  const known = new Set([defaultBrand, ...(await listPrerenderedBrands(storage))].map(({ id }) => id));
  const unknown = asked.filter((brand) => !known.has(brand));
  if (unknown.length > 0)
    throw new Error(
      `No page has been prerendered for the brand ${unknown.join(', ')}; there are ${[...known].join(', ')}.`,
    );
}

const previewMs = 7 * 24 * 3600_000;

async function printPreviewLink(
  storage: ReleaseStorage,
  name: string,
  requested: string | undefined,
): Promise<string> {
  const version = requested ?? findEntry(await readReleaseTable(storage), name)?.candidate?.version;
  if (!version) throw new Error(`There is no candidate of "${name}": name a version with --to.`);
  if (!(await hasVersion(storage, name, version)))
    throw new Error(`The files of ${name} ${version} are missing.`);
  const { SITE_ORIGIN, RELEASES_URL, PORT } = process.env;
  const [site = ''] = (SITE_ORIGIN || RELEASES_URL || `http://localhost:${PORT || 3000}`).split(',');
  return createPreviewLink(site, { name, version, until: Date.now() + previewMs }, loadSigningKey());
}

/**
 * Makes the candidate current; with a commit only the one that was built from it, as a later run may have replaced it, and with a
 * site only when it works there in a browser.
 */
async function promoteCandidate(
  { by, commit, site }: ReleaseRequest,
  storage: ReleaseStorage,
  name: string,
): Promise<string> {
  const candidate = findEntry(await readReleaseTable(storage), name)?.candidate?.version;
  const built = commit && candidate ? await readRecord(storage, name, candidate) : undefined;
  if (built && built.commit !== commit)
    throw new Error(`The candidate ${candidate} of ${name} is of commit ${built.commit}, not of ${commit}.`);
  if (!site || !candidate) return promote(storage, name, { by }, candidate);
  await checkInBrowser({
    storage,
    name,
    site,
    by,
    version: candidate,
    key: await loadKeyFor([name], storage),
  });
  return candidate;
}

async function change(request: ReleaseRequest, storage: ReleaseStorage, name: string): Promise<string> {
  const { action, audience, version, by, keep } = request;
  switch (action) {
    case 'rollback':
      return `Rolled back ${name} to ${await rollBack(storage, name, { by })}`;
    case 'promote':
      return `Promoted ${name} ${await promoteCandidate(request, storage, name)}`;
    case 'preview':
      return printPreviewLink(storage, name, version);
    case 'withdraw':
      return `Withdrew ${name} ${await withdraw(storage, name, { by })}`;
    case 'prune':
      return `Deleted of ${name}: ${(await prune(storage, name, keep, { by })).join(', ') || 'nothing'}`;
    case 'remove':
      await removeRelease(storage, name, { by });
      return `Removed ${name}`;
    default:
      if (audience) await setCandidate(storage, name, version!, audience, { by });
      else await setCurrent(storage, name, version!, { by });
      return `${name} ${version} is ${audience ? 'the candidate' : 'current'}`;
  }
}

async function main(): Promise<void> {
  const request = readRequest();
  const { action, names, version, built, services, onlyCheck, audience } = request;
  const storage = await getReleaseStorage();
  if (audience?.brands) await assertBrands(storage, audience.brands);
  if (action === 'list') return printReleases(storage);
  if (services) {
    await releaseServices(storage, services, { together: action === 'all', onlyCheck });
    print(`The contracts of ${services.join(', ')} ${onlyCheck ? 'fit' : 'are recorded'}.`);
  }
  if (action === 'services') return;
  if (built && action === 'release') await publishBuilt(request, storage, built);
  else if (action === 'all' || (action === 'release' && !version))
    await releaseAll(action === 'all' ? listFrontEnds() : names.map(findFrontEnd), storage, request);
  else {
    await assertReleased(storage, names);
    for (const name of names)
      if (action === 'history') await printHistory(storage, name);
      else print(await change(request, storage, name));
  }
  await prerenderPages(storage);
}

/** An error of the storage is worded for visitors; an operator needs its cause. */
function toMessage(error: unknown): string {
  if (error instanceof AppError && error.cause instanceof Error)
    return `The storage of the releases failed: ${error.cause.message}`;
  return error instanceof Error ? error.message : String(error);
}

// Nobody may read on, as `head` does after some lines.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await main();
} catch (error) {
  exitOnUsageError(error);
  printFailure(toMessage(error));
  process.exitCode = 1;
}
