import { randomUUID, type KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createSignature, hashContent } from './signature.ts';
import type { ReleaseStorage } from './storage.ts';

/** The edge's path for pipelines that do not reach the storage themselves. */
export const remoteStoragePath = '/api/releases/storage';

export const timestampHeader = 'x-release-timestamp';
/** Another text for each request, as two that are alike may be sent at the same time. */
export const nonceHeader = 'x-release-nonce';
export const contentHashHeader = 'x-release-content-sha256';
export const signatureHeader = 'x-release-signature';
/** The tag of an object, which is not an ETag: it also tells that there is no object. */
export const tagHeader = 'x-release-tag';
/** The tag that an object has to have to be written; empty for none. */
export const ifTagHeader = 'x-release-if-tag';

export interface SignedRequest {
  method: string;
  /** The site's host with its port, so that no other site can pass the request on. */
  host: string;
  /** Path and query. */
  url: string;
  timestamp: string;
  nonce: string;
  contentHash: string;
  /** Undefined for a write on no condition. */
  ifTag: string | undefined;
}

/** The text that a team signs with its key. */
export const formatSignedRequest = ({ ifTag, ...request }: SignedRequest): string =>
  [
    request.method,
    request.host,
    request.url,
    request.timestamp,
    request.nonce,
    request.contentHash,
    ifTag === undefined ? 'any' : `tag ${ifTag}`,
  ].join('\n');

const listedSchema = z.array(z.object({ key: z.string(), writtenAt: z.number() }));

const namesSchema = z.array(z.string());

const messageSchema = z.object({ message: z.string() });

/** A URL has room for so many. */
const keysPerDeletion = 50;

/** The edge limits how much one client sends at once. */
const maxOpenRequests = 6;
const maxTries = 5;

/** A busy edge has done nothing, and says when it takes the request. */
async function sendUntilAccepted(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await send();
    const seconds = Number(response.headers.get('retry-after'));
    if (![429, 503].includes(response.status) || !seconds || tries === maxTries) return response;
    await wait(seconds * 1000);
  }
}

/** Releases through the edge of a site (its origin), which accepts what the team of the key may change. */
export function createRemoteStorage(site: string, key: KeyObject): Required<ReleaseStorage> {
  const location = new URL(remoteStoragePath, site).href;
  const lanes = Array.from({ length: maxOpenRequests }, () => Promise.resolve());
  let count = 0;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const lane = count++ % maxOpenRequests;
    const result = lanes[lane]!.then(work);
    lanes[lane] = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Throws the edge's sentence unless it has one of the statuses, besides success. */
  async function request(
    method: string,
    query: [string, string][],
    { body = '', ifTag, accepts = [] }: { body?: Buffer | string; ifTag?: string; accepts?: number[] } = {},
  ): Promise<Response> {
    const url = new URL(location);
    url.search = new URLSearchParams(query).toString();
    /** Signed each time, as the edge takes a write once. */
    function send(): Promise<Response> {
      const signed = {
        ...{ method, host: url.host, url: url.pathname + url.search, ifTag },
        ...{ timestamp: String(Date.now()), nonce: randomUUID() },
        contentHash: hashContent(body),
      };
      return fetch(url, {
        method,
        redirect: 'error',
        headers: {
          [timestampHeader]: signed.timestamp,
          [nonceHeader]: signed.nonce,
          [contentHashHeader]: signed.contentHash,
          [signatureHeader]: createSignature(formatSignedRequest(signed), key),
          ...(ifTag !== undefined && { [ifTagHeader]: ifTag }),
          ...(method === 'PUT' && { 'content-type': 'application/octet-stream' }),
        },
        ...(method === 'PUT' && { body: Buffer.from(body) }),
      });
    }
    const response = await inTurn(() => sendUntilAccepted(send)).catch((cause: unknown) => {
      throw new Error(`${site} does not answer.`, { cause });
    });
    if (response.ok || accepts.includes(response.status)) return response;
    if (response.status === 401)
      throw new Error(`${site} does not accept this key (RELEASE_KEY), or the clock here is wrong.`);
    const answer = messageSchema.safeParse(await response.json().catch(() => undefined));
    throw new Error(
      `${site} refused ${method} ${query.map(([, value]) => value).join(', ')} (${response.status})${answer.success ? `: ${answer.data.message}` : '.'}`,
    );
  }

  return {
    location,
    async listNames() {
      return namesSchema.parse(await (await request('GET', [])).json());
    },
    async getTag(objectKey) {
      const { headers } = await request('HEAD', [['key', objectKey]], { accepts: [404] });
      return headers.get(tagHeader) ?? undefined;
    },
    async read(objectKey) {
      const response = await request('GET', [['key', objectKey]], { accepts: [404] });
      const tag = response.headers.get(tagHeader);
      return tag === null ? undefined : { tag, body: Buffer.from(await response.arrayBuffer()) };
    },
    async write(objectKey, body) {
      await request('PUT', [['key', objectKey]], { body });
    },
    async writeIf(objectKey, body, tag) {
      const { status } = await request('PUT', [['key', objectKey]], {
        ...{ body, ifTag: tag ?? '', accepts: [412] },
      });
      return status !== 412;
    },
    async list(prefix) {
      return listedSchema.parse(await (await request('GET', [['prefix', prefix]])).json());
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += keysPerDeletion) {
        const batch = keys.slice(start, start + keysPerDeletion);
        await request(
          'DELETE',
          batch.map((each) => ['key', each]),
        );
      }
    },
  };
}
