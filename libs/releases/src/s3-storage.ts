import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { LRUCache } from 'lru-cache';
import { AppError } from '@fareline/service-kit/app-error';
import type { ReleaseStorage, StoredObject } from './storage.ts';

export interface S3Settings {
  bucket: string;
  /** Set for another provider than Amazon, or within a private network. */
  endpoint?: string | undefined;
  region: string;
  /** By default those of the machine or the pod are used. */
  credentials?:
    | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
    | undefined;
}

const timeouts = { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/** The most keys that one call deletes. */
const maxDeleted = 1000;

/** Bytes of files of versions that are kept in memory: those of all front ends, twice. */
const maxCachedBytes = 128 * 1024 * 1024;

/** Files of a version never change, as no two versions have the same number. */
const isImmutable = (key: string): boolean => /^[a-z-]+\/\d+-\w+\//.test(key);

const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException &&
  error.name !== 'NoSuchBucket' &&
  statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** Keeps releases in a bucket of Amazon S3, or of a provider with the same protocol and conditional writes. */
export function createS3Storage({ bucket, endpoint, region, credentials }: S3Settings): ReleaseStorage {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials: { ...credentials } }),
    requestHandler: timeouts,
    // Other providers do not know the checksums that are optional.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const location = `s3://${bucket}`;
  const cached = new LRUCache<string, StoredObject>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ body }) => body.length + 1,
  });

  const toStorageError = (cause: unknown) => new AppError('SERVICE_UNAVAILABLE', { cause });

  /** What a call returns; undefined when there is no such object. */
  const orAbsent = <T>(call: Promise<T>): Promise<T | undefined> =>
    call.catch((error: unknown) => {
      if (hasStatus(error, 404)) return undefined;
      throw toStorageError(error);
    });

  // Without a length the client takes an empty body for a stream.
  const toPut = (key: string, body: Buffer | string, condition: object = {}) =>
    new PutObjectCommand({
      ...{ Bucket: bucket, Key: key, Body: Buffer.from(body), ContentLength: Buffer.byteLength(body) },
      ...condition,
    });

  async function load(key: string): Promise<StoredObject | undefined> {
    return orAbsent(
      (async () => {
        const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return { body: Buffer.from(await Body!.transformToByteArray()), tag: ETag! };
      })(),
    );
  }

  async function read(key: string): Promise<StoredObject | undefined> {
    const known = cached.get(key);
    if (known) return known;
    const found = await load(key);
    if (found && isImmutable(key)) cached.set(key, found);
    return found;
  }

  async function list(prefix: string): Promise<{ key: string; writtenAt: number }[]> {
    const listed: { key: string; writtenAt: number }[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client
        .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }))
        .catch((error: unknown) => {
          throw toStorageError(error);
        });
      for (const { Key, LastModified } of page.Contents ?? [])
        listed.push({ key: Key!, writtenAt: LastModified!.getTime() });
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    return listed;
  }

  return {
    location,
    read,
    list,
    async getTag(key) {
      const known = cached.get(key);
      if (known) return known.tag;
      return (await orAbsent(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))))?.ETag;
    },
    async write(key, body) {
      cached.delete(key);
      await client.send(toPut(key, body)).catch((error: unknown) => {
        throw toStorageError(error);
      });
    },
    async writeIf(key, body, tag) {
      const condition = tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag };
      try {
        await client.send(toPut(key, body, condition));
        return true;
      } catch (error) {
        // 404: it was deleted; 409: others are writing it; 412: it is another one.
        if (!hasStatus(error, 404, 409, 412)) throw toStorageError(error);
      }
      // The answer to a write may get lost, and its repetition then finds what it wrote.
      return (await load(key))?.body.equals(Buffer.from(body)) ?? false;
    },
    async remove(keys) {
      for (const key of keys) cached.delete(key);
      for (let start = 0; start < keys.length; start += maxDeleted) {
        const Objects = keys.slice(start, start + maxDeleted).map((Key) => ({ Key }));
        const { Errors = [] } = await client
          .send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
          .catch((error: unknown) => {
            throw toStorageError(error);
          });
        if (Errors.length > 0)
          throw toStorageError(new Error(`${location}/${Errors[0]?.Key}: ${Errors[0]?.Message}`));
      }
    },
  };
}
