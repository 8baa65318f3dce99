import { z } from 'zod';

export interface StoredObject {
  body: Buffer;
  /** Another one after each change of the object. */
  tag: string;
}

/** Where releases are kept: small objects by key, such as `search/3-abc/page.js`. */
export interface ReleaseStorage {
  /** Names the storage in messages to operators. */
  readonly location: string;
  /** The tag of an object; undefined if there is none. */
  getTag(key: string): Promise<string | undefined>;
  /** Undefined if there is none. */
  read(key: string): Promise<StoredObject | undefined>;
  /** Creates or replaces an object; readers see the old or the new one. */
  write(key: string, body: Buffer | string): Promise<void>;
  /** Writes as long as the object has this tag, or with undefined as long as there is none. False when it is another one. */
  writeIf(key: string, body: Buffer | string, tag: string | undefined): Promise<boolean>;
  /** All objects whose key begins with a prefix, which is empty or ends with `/`. */
  list(prefix: string): Promise<{ key: string; writtenAt: number }[]>;
  /** Deletes objects, of which some may be absent. */
  remove(keys: readonly string[]): Promise<void>;
  /** The front ends that the key of this storage may release, `*` for all; absent where a key decides nothing. */
  listNames?(): Promise<string[]>;
}

/** The key of a file with this path at the site. */
export const toKey = (url: string): string => url.replace(/^\/releases\//, '');

const pathRule =
  'A path is / or has segments of letters, digits, - and _ that each follow a /, or parameters such as :id (/flight/:id)';

/** Messages for operators. The only texts with a format in release table and manifests are paths of pages. */
const detailedErrors: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === 'invalid_format'
      ? `${JSON.stringify(issue.input)} is not a path of a page. ${pathRule}`
      : z.locales.en().localeError(issue),
};

/** Parses a stored JSON file. Throws a message that names it when it is not valid. */
export function parseStored<T>(
  { location }: ReleaseStorage,
  key: string,
  { body }: StoredObject,
  schema: z.ZodType<T>,
): T {
  const file = `${location}/${key}`;
  let content: unknown;
  try {
    content = JSON.parse(body.toString());
  } catch (cause) {
    throw new Error(`${file} is not JSON.`, { cause });
  }
  const parsed = schema.safeParse(content, detailedErrors);
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is not valid.\n${z.prettifyError(parsed.error)}`, { cause: parsed.error });
}

/** Reads a JSON file; undefined if there is none. Throws as `parseStored`. */
export async function readJson<T>(
  storage: ReleaseStorage,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const found = await storage.read(key);
  return found && parseStored(storage, key, found, schema);
}

/** The contents of all objects below a prefix, by the rest of their keys in the order of the alphabet. */
export async function readFiles(storage: ReleaseStorage, prefix = ''): Promise<Map<string, Buffer>> {
  const keys = (await storage.list(prefix)).map(({ key }) => key).sort();
  const found = await Promise.all(keys.map((key) => storage.read(key)));
  return new Map(
    keys.flatMap((key, index) => {
      const body = found[index]?.body;
      return body ? [[key.slice(prefix.length), body]] : [];
    }),
  );
}

/** Deletes everything below a prefix. */
export async function removeBelow(storage: ReleaseStorage, prefix: string): Promise<void> {
  await storage.remove((await storage.list(prefix)).map(({ key }) => key));
}

/** Deletes what was written below a prefix before so many milliseconds. */
export async function removeOlder(storage: ReleaseStorage, prefix: string, ageMs: number): Promise<void> {
  const old = (await storage.list(prefix)).filter(({ writtenAt }) => Date.now() - writtenAt > ageMs);
  await storage.remove(old.map(({ key }) => key));
}
