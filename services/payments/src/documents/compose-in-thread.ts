import { AppError } from '@fareline/service-kit/app-error';
import Tinypool from 'tinypool';
import type { DocumentFacts } from './document-parts.ts';

/** Documents that wait, each for some tenths of a second: the last one for some seconds. */
const maxWaiting = 20;
const retryAfterSeconds = 10;

/**
 * A thread beside that of the requests, because a document takes some tenths of a second of a processor. It starts with the first document
 * and ends ten minutes after the last one.
 */
const thread = new Tinypool({
  filename: new URL('./compose-document.ts', import.meta.url).href,
  name: 'composeDocument',
  ...{ minThreads: 0, maxThreads: 1, idleTimeout: 600_000 },
});

/** The travel document of these facts. Throws SERVICE_UNAVAILABLE while too many wait. (GUARD-17) */
export async function composeInThread(facts: DocumentFacts): Promise<Buffer> {
  if (thread.queueSize >= maxWaiting)
    throw new AppError('SERVICE_UNAVAILABLE', {
      message: `Many documents are being made right now. Please try again in ${retryAfterSeconds} seconds.`,
      retryAfterSeconds,
      limit: 'documents',
    });
  const { buffer, byteOffset, byteLength } = (await thread.run(facts)) as Uint8Array<ArrayBuffer>;
  return Buffer.from(buffer, byteOffset, byteLength);
}
