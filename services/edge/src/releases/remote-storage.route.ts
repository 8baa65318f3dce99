import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Release, ReleaseFile } from '@fareline/contracts';
import { prerenderedFolder, releaseFileSchema } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { getManifestName } from '@fareline/releases/read-routes';
import { getVersionPrefix, hasVersion, numberFolder } from '@fareline/releases/record';
import { findEntry, formatTable, tableKey } from '@fareline/releases/release-table';
import {
  contentHashHeader,
  formatSignedRequest,
  ifTagHeader,
  nonceHeader,
  remoteStoragePath,
  signatureHeader,
  tagHeader,
  timestampHeader,
} from '@fareline/releases/remote-storage';
import { findSigners, hashContent, type ReleaseKeys } from '@fareline/releases/signature';
import { parseStored, removeOlder, type ReleaseStorage } from '@fareline/releases/storage';
import { applyAction, maxEvents, readVersion, removedVersion } from '@fareline/releases/versions';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

type Entry = ReleaseFile[string];

declare module 'fastify' {
  interface FastifyRequest {
    /** Names of the front ends that the key of the request may release; `*` for all. */
    releases?: readonly string[];
    /** Hash of what the key has signed. */
    signedHash?: string;
  }
}

/** An upload may take so long; a recorded request is worthless after that. */
const maxAgeMs = 5 * 60_000;

/** The sender's clock may be ahead by so much. */
const maxAheadMs = 30_000;

/** Writes that were taken, where all edges see them. Hidden, and no team's. */
const takenFolder = '.requests/';

/** Bytes of a font or a source map, of the table, and of the part of it that one team writes. */
const maxBytes = { body: 16 * 1024 * 1024, table: 1024 * 1024, entry: 128 * 1024 };

/** Throws for what is larger than its limit. */
function assertSize(what: string, bytes: number, max: number): void {
  const [kilobytes, most] = [bytes, max].map((count) => Math.ceil(count / 1024));
  if (bytes > max)
    throw new AppError('PAYLOAD_TOO_LARGE', {
      message: `${what} has ${kilobytes} KB. The edge takes at most ${most} KB.`,
    });
}

const isKey = (text: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(text) && !text.split('/').some((part) => part === '.' || part === '..');

const keySchema = z.string().max(300).refine(isKey);
const prefixSchema = z
  .string()
  .max(300)
  .refine((text) => text === '' || (text.endsWith('/') && isKey(text.slice(0, -1))));
const querySchema = z.union([
  z.strictObject({}),
  z.strictObject({ key: keySchema }),
  z.strictObject({ prefix: prefixSchema }),
]);
const keysSchema = z.strictObject({
  key: z.union([keySchema.transform((key) => [key]), z.array(keySchema).max(100)]),
});

/** Folders with something for each front end. */
const ownFolders = new Set(['.maps', numberFolder, prerenderedFolder]);

/** The front end that an object belongs to; undefined for what all have in common. */
function getOwner(key: string): string | undefined {
  const [first = '', second = '', ...rest] = key.split('/');
  if (ownFolders.has(first)) return rest.length > 0 ? second : undefined;
  return second === '' || first.startsWith('.') ? undefined : first;
}

const mayRelease = (names: readonly string[], name: string | undefined): boolean =>
  names.includes('*') || (name !== undefined && names.includes(name));

const refuse = (message: string): never => {
  throw new AppError('FORBIDDEN', { message });
};

const readHeader = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** Throws unless a version is as its team signed it, or as it was before, and takes no path of another front end. */
async function assertVersion(
  read: (version: string) => Promise<Release>,
  name: string,
  { version, manifest, routes }: Release,
  old: Release | undefined,
): Promise<void> {
  if (manifest !== `/releases/${getVersionPrefix(name, version)}${getManifestName(name)}`)
    throw new Error(`${manifest} is not the manifest of ${name} ${version}.`);
  const isKept = version === old?.version || version === removedVersion;
  const known = isKept ? (old?.routes ?? []) : (await read(version)).routes;
  if (!isDeepStrictEqual(routes, known))
    throw new Error(`The routes of ${name} ${version} are not those of its manifest.`);
}

/** True for a count that is kept, or the number that a release claimed: all numbers up to it are claimed. */
async function isClaimed(
  storage: ReleaseStorage,
  name: string,
  count: number,
  known: number,
): Promise<boolean> {
  if (count === known) return true;
  const claims = await storage.list(`${numberFolder}/${name}/`);
  const numbers = claims.map(({ key }) => Number(key.split('/').at(-1)));
  return (
    count > known && numbers.filter((number) => number > known && number <= count).length === count - known
  );
}

/** The versions to return to, without those that were pruned: not the first, and none that has its files. */
async function readPruned(
  storage: ReleaseStorage,
  name: string,
  previous: readonly string[],
  former: readonly string[],
): Promise<string[]> {
  const kept = await Promise.all(
    former.map(
      async (version, index) =>
        index === 0 || previous.includes(version) || (await hasVersion(storage, name, version)),
    ),
  );
  return former.filter((_version, index) => kept[index]);
}

/**
 * The entry as it is to be stored: with the event of the change, if it has one, at the edge's time and with the name of the key.
 * Throws unless it is what the event makes of the stored one, or without an event the stored one with other sources or pruned.
 */
async function readEntry(
  storage: ReleaseStorage,
  name: string,
  entry: Entry,
  former: Entry | undefined,
  team: string,
): Promise<Entry> {
  const { sources, count, history } = entry;
  const stored = former?.history ?? [];
  if (former && isDeepStrictEqual(history, stored)) {
    const previous = await readPruned(storage, name, entry.previous, former.previous);
    if (isDeepStrictEqual(entry, { ...former, sources, previous })) return entry;
    throw new Error(
      `The entry of ${name} is not the stored one, and has no event that says what was changed.`,
    );
  }
  const [event] = history;
  const { action } = event ?? {};
  if (!event || !action || !isDeepStrictEqual(history, [event, ...stored].slice(0, maxEvents)))
    throw new Error(`The history of ${name} is not the stored one with the event of this change before it.`);
  const changed = applyAction(former, action, action === 'candidate' ? entry.candidate : entry);
  const { version, from } = event;
  const isEvent = isDeepStrictEqual({ action, version, ...(from !== undefined && { from }) }, changed?.event);
  const isRelease = action === 'released' || action === 'candidate';
  const expected = { ...changed?.entry, history, ...(isRelease && { sources, count }) };
  if (!isEvent || !isDeepStrictEqual(entry, expected))
    throw new Error(
      `The entry of ${name} is not what its event (${action} ${version}) makes of the stored one.`,
    );
  if (!(await isClaimed(storage, name, count, former?.count ?? 0)))
    throw new Error(`The count of ${name} is not the last number that was claimed.`);
  return { ...entry, history: [{ ...event, at: new Date().toISOString(), team }, ...history.slice(1)] };
}

/**
 * The table as it is to be stored. Throws unless it differs only in entries that the key may change, visitors get from these what
 * their teams signed, and each says what was changed.
 */
async function readChange(
  storage: ReleaseStorage,
  names: readonly string[],
  keys: ReleaseKeys,
  before: ReleaseFile,
  table: ReleaseFile,
): Promise<ReleaseFile> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(table)])) {
    const [former, entry] = [findEntry(before, name), findEntry(table, name)];
    if (isDeepStrictEqual(former, entry)) continue;
    if (!mayRelease(names, name)) refuse(`This key may not release ${name}.`);
    if (!entry) {
      if (!names.includes('*')) refuse(`Only a key of * may delete ${name}, as its history ends with it.`);
      continue;
    }
    assertSize(`The entry of ${name}`, Buffer.byteLength(JSON.stringify(entry)), maxBytes.entry);
    const read = (version: string) => readVersion(storage, table, name, version, keys);
    await assertVersion(read, name, entry, former);
    if (entry.candidate?.version === removedVersion) refuse('A removed front end cannot be a candidate.');
    if (entry.candidate) await assertVersion(read, name, entry.candidate, former?.candidate);
    const team = names.includes(name) ? name : '*';
    table[name] = await readEntry(storage, name, entry, former, team);
  }
  return table;
}

/** Writes the table as long as it has the tag. */
async function writeTable(
  storage: ReleaseStorage,
  names: readonly string[],
  keys: ReleaseKeys,
  body: Buffer,
  tag: string | undefined,
): Promise<boolean> {
  const found = await storage.read(tableKey);
  if (found?.tag !== tag) return false;
  assertSize('The table', body.length, maxBytes.table);
  const parse = (content: Buffer) =>
    parseStored(storage, tableKey, { body: content, tag: '' }, releaseFileSchema);
  let changed: ReleaseFile;
  try {
    changed = await readChange(storage, names, keys, found ? parse(found.body) : {}, parse(body));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('VALIDATION_ERROR', { message: (error as Error).message });
  }
  return storage.writeIf(tableKey, formatTable(changed), tag);
}

/** The storage of releases for pipelines outside: what a request may change is decided by the team's key that signed it. */
export const remoteStorageRoute = routePlugin<Deps>(
  { name: 'remote-storage' },
  (app, { config: { RELEASE_KEYS: keys }, releaseStorage: storage }) => {
    if (!keys) return;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );

    /** Before the body is read. */
    async function authenticate(request: FastifyRequest): Promise<void> {
      const timestamp = readHeader(request, timestampHeader);
      const ifTag = request.headers[ifTagHeader];
      const signed = formatSignedRequest({
        ...{ method: request.method, url: request.url, timestamp },
        host: new URL(await request.findSiteOrigin()).host,
        nonce: readHeader(request, nonceHeader),
        contentHash: readHeader(request, contentHashHeader),
        ifTag: typeof ifTag === 'string' ? ifTag : undefined,
      });
      const ageMs = Date.now() - Number(timestamp || Number.NaN);
      const isRecent = ageMs <= maxAgeMs && ageMs >= -maxAheadMs;
      const names = isRecent ? findSigners(signed, readHeader(request, signatureHeader), keys!) : [];
      if (names.length === 0) throw new AppError('NOT_AUTHENTICATED');
      assertSize('The body', Number(request.headers['content-length'] ?? 0), maxBytes.body);
      request.releases = names;
      request.signedHash = hashContent(signed);
    }

    /** Throws for a write that was taken before: it could undo what came after it. */
    async function takeOnce({ signedHash }: FastifyRequest): Promise<void> {
      if (!(await storage.writeIf(`${takenFolder}${signedHash}`, randomUUID(), undefined)))
        refuse('This request was made before.');
    }

    const options = {
      bodyLimit: maxBytes.body,
      config: { access: 'public', acceptsAnyOrigin: true } as const,
      onRequest: authenticate,
    };

    const parse = <T>(schema: z.ZodType<T>, request: FastifyRequest): T => {
      const parsed = schema.safeParse(request.query);
      if (!parsed.success) throw new AppError('VALIDATION_ERROR');
      return parsed.data;
    };

    app.get(remoteStoragePath, options, async (request, reply) => {
      const names = request.releases!;
      const query = parse(querySchema, request);
      /** Source maps have a team's sources. */
      const mayRead = (key: string) => !key.startsWith('.maps/') || mayRelease(names, getOwner(key));
      if ('prefix' in query) return (await storage.list(query.prefix)).filter(({ key }) => mayRead(key));
      // So that a team learns before a build whether its key is the right one.
      if (!('key' in query)) return names;
      if (!mayRead(query.key)) refuse('This key may not read that.');
      const found = await storage.read(query.key);
      if (!found) throw new AppError('NOT_FOUND');
      return reply.header(tagHeader, found.tag).type('application/octet-stream').send(found.body);
    });

    app.put(remoteStoragePath, options, async (request, reply) => {
      const names = request.releases!;
      const { key } = parse(z.strictObject({ key: keySchema }), request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (hashContent(body) !== readHeader(request, contentHashHeader))
        throw new AppError('NOT_AUTHENTICATED');
      await takeOnce(request);
      const ifTag = request.headers[ifTagHeader];
      const tag = typeof ifTag === 'string' && ifTag !== '' ? ifTag : undefined;
      if (key !== tableKey && !mayRelease(names, getOwner(key))) refuse('This key may not write that.');
      if (key === tableKey && ifTag === undefined) refuse('The table is only written with its tag.');
      const isWritten =
        key === tableKey
          ? await writeTable(storage, names, keys, body, tag)
          : ifTag === undefined
            ? await storage.write(key, body).then(() => true)
            : await storage.writeIf(key, body, tag);
      request.log.info({ releaseKey: key, names, isWritten }, 'A pipeline wrote to the releases.');
      if (isWritten && key === tableKey)
        await removeOlder(storage, takenFolder, 2 * maxAgeMs).catch((err: unknown) =>
          request.log.warn({ err }, 'Old requests of pipelines could not be deleted.'),
        );
      return reply.status(isWritten ? 204 : 412).send();
    });

    app.delete(remoteStoragePath, options, async (request, reply) => {
      const { key: objectKeys } = parse(keysSchema, request);
      if (objectKeys.some((key) => !mayRelease(request.releases!, getOwner(key))))
        refuse('This key may not delete that.');
      await takeOnce(request);
      await storage.remove(objectKeys);
      request.log.info({ releaseKeys: objectKeys, names: request.releases }, 'A pipeline deleted releases.');
      return reply.status(204).send();
    });
  },
);
