import { randomUUID } from 'node:crypto';
import { AppError } from '@fareline/service-kit/app-error';
import { concurrency } from '@fareline/service-kit/limits/concurrency';
import { redisWindow } from '@fareline/service-kit/limits/redis-window';
import type { FastifyRequest } from 'fastify';
import { readClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { orServiceUnavailable } from '../redis/commands.ts';

const retryAfterSeconds = 5;
const meanwhile = 'Your search goes on, and its results appear when it is complete.';

/** Counts the open streams of this replica. */
export const createOpenStreams = () =>
  concurrency(
    limits.streams,
    () =>
      new AppError('SERVICE_UNAVAILABLE', {
        message: `Early results are not available right now. ${meanwhile}`,
        retryAfterSeconds,
        limit: 'streams',
      }),
  );

/**
 * Counts a stream of the client over all replicas and returns a function that ends the count; throws TOO_MANY_REQUESTS over
 * the limit. (LIMIT-02)
 */
export async function countStream(
  { config, durable, keys, durations }: Deps,
  request: FastifyRequest,
): Promise<() => void> {
  // No stream lasts longer than the single flight timeout.
  const window = redisWindow(durable, durations.singleFlightTimeout);
  const max = readClient(request, config.SITE_ORIGIN).map(({ kind, name }) => ({
    key: keys.streams(name),
    max: limits.streamsOfClient[kind],
  }));
  const id = randomUUID();
  if (await orServiceUnavailable(window.count(max, [id]))) {
    const message = `Too many searches of your connection show early results. ${meanwhile}`;
    throw new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds, limit: 'streams_client' });
  }
  // A stream counts for a while, so that streams that are closed and opened at once are limited too.
  return () => void window.shorten(max, id, durations.minStreamCount).catch(() => undefined);
}
