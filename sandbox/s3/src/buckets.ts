import { createHash } from 'node:crypto';

export interface StoredObject {
  key: string;
  body: Buffer;
  etag: string;
  modifiedAt: Date;
}

/** An answer of S3 that is no success. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Conditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

const noSuchKey = () => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');

/** The objects of all buckets, in memory. A bucket exists as soon as it is named. */
export function createBuckets() {
  const buckets = new Map<string, Map<string, StoredObject>>();
  const open = (bucket: string): Map<string, StoredObject> => {
    const objects = buckets.get(bucket) ?? new Map<string, StoredObject>();
    buckets.set(bucket, objects);
    return objects;
  };

  return {
    get(bucket: string, key: string): StoredObject {
      const found = open(bucket).get(key);
      if (!found) throw noSuchKey();
      return found;
    },
    put(bucket: string, key: string, body: Buffer, { ifMatch, ifNoneMatch }: Conditions): StoredObject {
      const existing = open(bucket).get(key);
      if (ifMatch && !existing) throw noSuchKey();
      if ((ifMatch && ifMatch !== existing?.etag) || (ifNoneMatch === '*' && existing))
        throw new S3Error(
          412,
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
        );
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      const stored = { key, body, etag, modifiedAt: new Date() };
      open(bucket).set(key, stored);
      return stored;
    },
    remove: (bucket: string, key: string): boolean => open(bucket).delete(key),
    /** A page of the keys with a prefix after another key, in the order of their bytes. */
    list(bucket: string, prefix: string, after: string, max: number) {
      const matching = [...open(bucket).values()]
        .filter(({ key }) => key.startsWith(prefix) && key > after)
        .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
      return { objects: matching.slice(0, max), isTruncated: matching.length > max };
    },
    clear: () => buckets.clear(),
  };
}

export type Buckets = ReturnType<typeof createBuckets>;
