import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Pool, type Dispatcher } from 'undici';
import type { PoolLimits } from '../limits.ts';

/**
 * Nearly all responses are smaller, also the first page of a search without compression, which others wait for. Not more, because it is
 * kept until the client has read it.
 */
const maxBufferedBytes = 256 * 1024;

export interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Buffered if the content length is known and small, else a stream. */
  body: Buffer | Readable;
}

export interface ServicePools {
  /**
   * Whether a request to this replica would be refused: at one that has stalled it would wait for minutes, and a refusal takes less
   * than 50 ms (`bench/src/overload.ts`).
   */
  isFull(url: string): boolean;
  /** Sends a request to a replica. Rejects when there is no response, a buffered one is incomplete, or its signal aborts it. */
  call(url: string, options: Dispatcher.RequestOptions): Promise<ServiceResponse>;
  close(): Promise<void>;
}

export function createPools(
  urls: readonly string[],
  { connections, queued, responseTimeoutMs }: PoolLimits,
): ServicePools {
  const options: Pool.Options = {
    connections,
    pipelining: 1,
    connectTimeout: 2_000,
    headersTimeout: responseTimeoutMs,
    bodyTimeout: responseTimeoutMs,
  };
  const pools = new Map(urls.map((url) => [url, new Pool(url, options)]));
  const getPool = (url: string) => pools.get(url) as Pool;
  return {
    isFull: (url) => getPool(url).stats.size >= connections + queued,
    async call(url, requestOptions) {
      const { statusCode: status, headers, body } = await getPool(url).request(requestOptions);
      if (Number(headers['content-length']) <= maxBufferedBytes)
        return { status, headers, body: Buffer.from(await body.arrayBuffer()) };
      // Emitted when a client disconnects before it is sent.
      body.on('error', () => undefined);
      return { status, headers, body };
    },
    async close() {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}
