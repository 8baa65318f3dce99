import { Readable } from 'node:stream';
import { toClient } from '@fareline/service-kit/limits/client';
import { concurrency } from '@fareline/service-kit/limits/concurrency';
import type { FastifyReply } from 'fastify';
import { limits, toOpenError } from '../limits.ts';
import type { ServiceResponse } from './service-pool.ts';

/** More than what the operating system keeps of an answer that is not read. Compressed, nearly all answers are smaller. */
const largeBytes = 64 * 1024;

const defaultMaxPauseMs = 20_000;

/**
 * Returns a function that counts a response that is large until it has been sent. Throws TOO_MANY_REQUESTS or SERVICE_UNAVAILABLE
 * over a limit, and then ends its stream.
 *
 * @param maxPauseMs a client that reads nothing for so long is disconnected
 */
export function createLargeResponses(
  maxPauseMs = defaultMaxPauseMs,
): (reply: FastifyReply, body: ServiceResponse['body']) => void {
  const names = { client: 'large_responses_client', all: 'large_responses' } as const;
  const sent = concurrency(limits.largeResponses, toOpenError(names));
  return (reply, body) => {
    const isStream = body instanceof Readable;
    if (reply.raw.destroyed || (!isStream && body.length <= largeBytes)) return;
    try {
      reply.raw.once('close', sent.enter(toClient(reply.request.ip))).setTimeout(maxPauseMs);
    } catch (error) {
      if (isStream) body.destroy();
      throw error;
    }
  };
}
