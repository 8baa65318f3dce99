import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { withTimeout } from './with-timeout.ts';

/** The response was larger than any that is expected. As after a timeout, the call may have taken effect. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError';
}

/** Per response, after decompression; thousands of offers take less than half of it. */
const maxBodyBytes = 64 * 1024 * 1024;

const currentCall = new AsyncLocalStorage<AbortController>();

// Duffel's SDK cannot abort a call and takes no HTTP client, but creates its requests in the asynchronous context of the call.
subscribe('http.client.request.created', (message) => {
  const call = currentCall.getStore();
  if (call) limitRequest((message as { request: ClientRequest }).request, call);
});

function limitRequest(request: ClientRequest, call: AbortController): void {
  const { signal } = call;
  const close = () => void request.destroy(signal.reason as Error);
  signal.addEventListener('abort', close);
  request.once('close', () => signal.removeEventListener('abort', close));
  request.once('response', (response) => limitBody(response, call));
}

/** Counts the body beside the library that reads it. */
function limitBody(response: IncomingMessage, call: AbortController): void {
  const isCompressed = response.headers['content-encoding'] === 'gzip';
  const body = isCompressed ? response.pipe(createGunzip()) : response;
  let bytes = 0;
  body.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > maxBodyBytes)
      call.abort(new ResponseTooLargeError(`a response body of more than ${maxBodyBytes} bytes`));
  });
  // The library reports it.
  body.on('error', () => undefined);
}

/**
 * Makes a call with a library that uses `node:http` and cannot abort it. After the timeout, or at a response body of more than
 * 64 MB, its connections are closed and the call rejects with a TimeoutError or ResponseTooLargeError.
 */
export async function callWithLimits<Result>(
  timeoutMs: number,
  call: () => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  try {
    return await withTimeout(timeoutMs, currentCall.run(controller, call));
  } catch (error) {
    // Keeps the first reason: that of a large body precedes the library's error about the closed connection.
    controller.abort(error);
    throw controller.signal.reason;
  }
}
