import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Audience, Release, ReleaseEvent, ReleaseFile } from '@fareline/contracts';
import { toEventLine } from '@fareline/contracts/schemas';
import { findConflictsWithServices, readContracts } from './contracts/conflicts.ts';
import { getManifestName, readRoutes } from './read-routes.ts';
import { getVersionPrefix, hasVersion } from './record.ts';
import { findEntry, updateReleaseTable } from './release-table.ts';
import { assertNoRouteConflicts } from './route-conflicts.ts';
import { assertSigned, type ReleaseKeys } from './signature.ts';
import type { ReleaseStorage } from './storage.ts';

type Entry = ReleaseFile[string];
type Candidate = NonNullable<Entry['candidate']>;
/** Who changes the table, and why if no person asked for it. */
export interface Author extends Pick<ReleaseEvent, 'by' | 'reason'> {
  /** Revision of the entry that the author saw: when the entry has changed meanwhile, the change is refused. */
  revision?: string;
}

/** The version of a removed front end. It has no folder. */
export const removedVersion = 'removed';

/** Limits of the versions that a rollback can return to, one after the other, and of the events that are kept. */
const maxPrevious = 20;
export const maxEvents = 200;

/** The versions of an entry, newest first. */
const listOwnVersions = (entry: Entry | undefined): string[] =>
  entry ? [entry.version, ...entry.previous].filter((version) => version !== removedVersion) : [];

/** Tells whether an entry has changed. */
export const getRevision = (entry: Entry): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 16);

function assertSeen(name: string, entry: Entry, { revision }: Author): void {
  if (revision && getRevision(entry) !== revision)
    throw new Error(`The releases of ${name} have changed meanwhile. Look at them again.`);
}

/** Adds an event to the history of an entry. */
export const withEvent = (
  entry: Entry,
  event: Pick<ReleaseEvent, 'action' | 'version' | 'from'>,
  { by, reason }: Author,
): Entry => ({
  ...entry,
  history: [
    {
      ...{ ...event, at: new Date().toISOString(), by: toEventLine(by) },
      ...(reason && { reason: toEventLine(reason) }),
    },
    ...entry.history,
  ].slice(0, maxEvents),
});

/** The entry with another current version; what was current can be returned to. A candidate that becomes current ends. */
function withCurrent(entry: Entry, { version, manifest, routes }: Release): Entry {
  const { candidate, ...rest } = entry;
  const previous = listOwnVersions(entry).filter((other) => other !== version);
  return {
    ...rest,
    ...(candidate && candidate.version !== version && { candidate }),
    version,
    manifest,
    routes,
    previous: previous.slice(0, maxPrevious),
  };
}

/** A front end before its first release. */
const unreleased: Entry = {
  ...{ version: removedVersion, manifest: '', routes: [] },
  ...{ previous: [], count: 0, sources: '', history: [] },
};

/**
 * The entry after an action, with the event that says so without its author: what the release command writes, and all that the edge
 * accepts of others. `brought` is the version that becomes current or the candidate. Undefined when the entry has not what the
 * action needs, or nothing would change.
 */
export function applyAction(
  entry: Entry = unreleased,
  action: ReleaseEvent['action'],
  brought?: Release & Partial<Candidate>,
): { entry: Entry; event: Pick<ReleaseEvent, 'action' | 'version' | 'from'> } | undefined {
  const { candidate, ...rest } = entry;
  const isOther = brought && brought.version !== entry.version && brought.version !== removedVersion;
  switch (action) {
    case 'released':
    case 'set':
    case 'promoted':
      if (!isOther || (action === 'promoted' && brought.version !== candidate?.version)) return undefined;
      return { entry: withCurrent(entry, brought), event: { action, version: brought.version } };
    case 'rolled-back':
      if (!isOther || brought.version !== entry.previous[0]) return undefined;
      return {
        entry: { ...withCurrent(entry, brought), previous: entry.previous.slice(1) },
        event: { action, version: brought.version, from: entry.version },
      };
    case 'candidate': {
      if (!isOther || !brought.audience) return undefined;
      const { version, manifest, routes, audience } = brought;
      const next = { version, manifest, routes, audience };
      if (isDeepStrictEqual(next, candidate)) return undefined;
      return { entry: { ...entry, candidate: next }, event: { action, version } };
    }
    case 'withdrawn':
      return candidate && { entry: rest, event: { action, version: candidate.version } };
    case 'removed':
      if (entry.version === removedVersion) return undefined;
      return {
        entry: {
          ...rest,
          version: removedVersion,
          manifest: entry.manifest.replace(`/${entry.version}/`, `/${removedVersion}/`),
          previous: listOwnVersions(entry),
        },
        event: { action, version: entry.version },
      };
  }
}

/** The entry after an action of an author, with its event. Undefined as `applyAction`. */
export function changeEntry(
  entry: Entry | undefined,
  action: ReleaseEvent['action'],
  author: Author,
  brought?: Release & Partial<Candidate>,
): Entry | undefined {
  const changed = applyAction(entry, action, brought);
  return changed && withEvent(changed.entry, changed.event, author);
}

/**
 * A version that has been published. Throws when its files are missing, a path or contract of it is in conflict, or, when keys are
 * given, none that may release the front end has signed it.
 */
export async function readVersion(
  storage: ReleaseStorage,
  table: ReleaseFile,
  name: string,
  version: string,
  keys?: ReleaseKeys,
): Promise<Release> {
  if (!/^[\w-]{1,40}$/.test(version)) throw new Error(`"${version}" is not a version.`);
  if (!(await hasVersion(storage, name, version)))
    throw new Error(`The files of ${name} ${version} are missing.`);
  const manifest = getManifestName(name);
  if (keys) await assertSigned(storage, { name, version, manifest }, keys);
  const prefix = getVersionPrefix(name, version);
  const key = prefix + manifest;
  const routes = await readRoutes(storage, name, key);
  assertNoRouteConflicts(table, name, routes);
  // Services may have changed since the version was built.
  const conflicts = await findConflictsWithServices(storage, await readContracts(storage, prefix));
  if (conflicts.length > 0) throw new Error([`${name} ${version} is not released.`, ...conflicts].join(' '));
  return { version, manifest: `/releases/${key}`, routes };
}

/** Changes the entry of a front end. Throws when it has none, or not the one that the author saw. */
async function updateEntry(
  storage: ReleaseStorage,
  name: string,
  author: Author,
  change: (entry: Entry, table: ReleaseFile) => Entry | Promise<Entry>,
): Promise<Entry> {
  const table = await updateReleaseTable(storage, async (entries) => {
    const entry = findEntry(entries, name);
    if (!entry) throw new Error(`"${name}" is not in the release table.`);
    assertSeen(name, entry, author);
    entries[name] = await change(entry, entries);
  });
  return table[name]!;
}

/**
 * Makes the previous release current and returns its version. Throws when there is none, its files are missing or its routes or contracts are in
 * conflict, and, when `from` is given, when that version is not current any more.
 */
export async function rollBack(
  storage: ReleaseStorage,
  name: string,
  author: Author,
  from?: string,
): Promise<string> {
  const table = await updateReleaseTable(storage, async (entries) => {
    const entry = findEntry(entries, name);
    const version = entry?.previous[0];
    if (entry) assertSeen(name, entry, author);
    if (!entry || !version) throw new Error(`There is no earlier release of "${name}".`);
    if (from && entry.version !== from) throw new Error(`${name} ${from} is not current any more.`);
    const target = await readVersion(storage, entries, name, version);
    entries[name] = changeEntry(entry, 'rolled-back', author, target)!;
  });
  return table[name]!.version;
}

/** Makes any version that still has its files current, unless it is; returns to nothing less than `rollBack` does. Throws as that. */
export async function setCurrent(
  storage: ReleaseStorage,
  name: string,
  version: string,
  author: Author,
): Promise<void> {
  await updateEntry(storage, name, author, async (entry, table) => {
    const release = await readVersion(storage, table, name, version);
    return changeEntry(entry, 'set', author, release) ?? entry;
  });
}

/** Makes a version that has its files the candidate, or changes its audience. Throws when its routes are in conflict. */
export async function setCandidate(
  storage: ReleaseStorage,
  name: string,
  version: string,
  audience: Audience,
  author: Author,
): Promise<void> {
  await updateEntry(storage, name, author, async (entry, table) => {
    if (entry.version === version) throw new Error(`${name} ${version} is current already.`);
    const release = await readVersion(storage, table, name, version);
    return changeEntry(entry, 'candidate', author, { ...release, audience }) ?? entry;
  });
}

/** Makes the candidate current for everybody and returns its version. Throws when there is none. */
export async function promote(
  storage: ReleaseStorage,
  name: string,
  author: Author,
  expected?: string,
): Promise<string> {
  const { version } = await updateEntry(storage, name, author, async (entry, table) => {
    if (!entry.candidate) throw new Error(`There is no candidate of "${name}".`);
    if (expected && entry.candidate.version !== expected)
      throw new Error(`The candidate of "${name}" is not ${expected} any more.`);
    const release = await readVersion(storage, table, name, entry.candidate.version);
    return changeEntry(entry, 'promoted', author, release)!;
  });
  return version;
}

/** Ends the trial of the candidate and returns its version. Throws when there is none, or it is not `version`. */
export async function withdraw(
  storage: ReleaseStorage,
  name: string,
  author: Author,
  version?: string,
): Promise<string> {
  let withdrawn = '';
  await updateEntry(storage, name, author, (entry) => {
    const changed = changeEntry(entry, 'withdrawn', author);
    if (!changed || (version && entry.candidate?.version !== version))
      throw new Error(`There is no candidate ${version ?? ''} of "${name}".`.replace('  ', ' '));
    withdrawn = entry.candidate!.version;
    return changed;
  });
  return withdrawn;
}

/**
 * Removes a front end and keeps its versions. Its entry stays, so that its pages show an error with Retry; when it is removed
 * again the entry is deleted and its paths show the not-found page. Throws when it is not in the table.
 */
export async function removeRelease(storage: ReleaseStorage, name: string, author: Author): Promise<void> {
  await updateReleaseTable(storage, (entries) => {
    const entry = findEntry(entries, name);
    if (!entry) throw new Error(`"${name}" is not in the release table.`);
    const changed = changeEntry(entry, 'removed', author);
    if (changed) entries[name] = changed;
    else delete entries[name];
  });
}
