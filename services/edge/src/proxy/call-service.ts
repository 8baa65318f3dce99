import { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Whole where the answer is small and says how long it is, else as it comes. */
  body: Buffer | Readable;
}

/** Nearly every answer is smaller, and a stream costs several times what its bytes do. */
const maxBufferedBytes = 1024 * 1024;

/** The rest of an answer, read no faster than the visitor takes it. Destroying it ends the call. */
const createBodyStream = (controller: Dispatcher.DispatchController): Readable =>
  new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      controller.abort(error ?? new Error('nobody reads this answer any more'));
      done(error);
    },
  });

/** One call of a service. Rejects when there is no answer, or none that came whole. */
export function callService(
  service: Dispatcher,
  options: Dispatcher.DispatchOptions,
): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let stream: Readable | undefined;
    let response: Omit<ServiceResponse, 'body'> | undefined;
    service.dispatch(options, {
      onRequestStart() {},
      onResponseStart(controller, status, headers) {
        // Hints that come before the answer are for connections of one's own.
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
        if (stream) stream.push(null);
        else if (response)
          resolve({ ...response, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        if (stream) stream.destroy(error);
        else reject(error);
      },
    });
  });
}
