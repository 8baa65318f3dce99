import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ServiceResponse } from './call-service.ts';
import { createOpenCount } from './open-count.ts';

/** More than what the operating system keeps of an answer that is not read. Compressed, nearly all answers are smaller. */
const largeBytes = 64 * 1024;

/**
 * Large responses that are being sent, to one client network and to all. They end as fast as their clients read, and a streamed one
 * has a connection to its service until then: a part of those to one replica is left to others. (LIMIT-02)
 */
const maxResponses = { network: 16, all: 96 } as const;

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
  const count = createOpenCount({ ...maxResponses, limit: 'large_responses' });
  return (reply, body) => {
    const isStream = body instanceof Readable;
    if (reply.raw.destroyed || (!isStream && body.length <= largeBytes)) return;
    try {
      reply.raw.once('close', count(reply.request.ip)).setTimeout(maxPauseMs);
    } catch (error) {
      if (isStream) body.destroy();
      throw error;
    }
  };
}
