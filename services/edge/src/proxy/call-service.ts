import { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Buffered if the content length is known and small, else a stream. */
  body: Buffer | Readable;
}

/**
 * Nearly all responses are smaller, also the first page of a search without compression, which others wait for; a stream costs several
 * times as much as a buffer. Not more, because it is kept until the client has read it.
 */
const maxBufferedBytes = 256 * 1024;

/** Streams the response body with backpressure. Destroying the stream aborts the request. */
const createBodyStream = (controller: Dispatcher.DispatchController): Readable =>
  new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      controller.abort(error ?? new Error('response stream closed'));
      done(error);
    },
  });

/**
 * Sends one request to a service. Rejects when there is no response, when a buffered one is incomplete, and when it was aborted
 * by the signal, which closes its connection. `onEnd` is called when the connection has become free.
 */
export function callService(
  service: Dispatcher,
  options: Dispatcher.DispatchOptions,
  onEnd: () => void,
  signal?: AbortSignal,
): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let stream: Readable | undefined;
    let response: Omit<ServiceResponse, 'body'> | undefined;
    service.dispatch(options, {
      onRequestStart(controller) {
        const abort = () => controller.abort(new Error('The call was aborted.'));
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      },
      onResponseStart(controller, status, headers) {
        // Informational responses (1xx) apply to this connection only.
        if (status < 200) return;
        response = { status, headers };
        if (Number(headers['content-length']) <= maxBufferedBytes) return;
        stream = createBodyStream(controller);
        resolve({ ...response, body: stream });
      },
      onResponseData(controller, chunk) {
        if (!stream) chunks.push(chunk);
        else if (!stream.push(chunk)) controller.pause();
      },
      onResponseEnd() {
        onEnd();
        if (stream) stream.push(null);
        else if (response)
          resolve({ ...response, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        onEnd();
        if (stream) stream.destroy(error);
        else reject(error);
      },
    });
  });
}
