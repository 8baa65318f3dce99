import { Readable } from 'node:stream';
import type { ServiceResponse } from './call-service.ts';

/** A reader that has not taken this much is too slow, and is disconnected instead of buffering for it without end. */
const maxUnreadBytes = 64 * 1024;

const endOfEvent = '\n\n';

interface SharedStream {
  response: Omit<ServiceResponse, 'body'>;
  source: Readable;
  readers: Set<Readable>;
  /** The last complete event, which a reader that joins gets at once. */
  lastEvent: Buffer | undefined;
}

export interface SharedStreams {
  /**
   * The response to a request for the stream of server-sent events with this key. The first request opens it, concurrent ones
   * read the same one; a response that is no stream is only for its own request.
   */
  join(key: string, open: () => Promise<ServiceResponse>): Promise<ServiceResponse>;
  /** Streams that are open to the service, each of which several readers may share. */
  countOpen(): number;
  close(): void;
}

/** Lets all readers of one stream share one connection to the service. (RESULTS-24, LIMIT-06) */
export function createSharedStreams(): SharedStreams {
  const streams = new Map<string, Promise<SharedStream | ServiceResponse>>();
  const sources = new Set<Readable>();

  async function start(
    key: string,
    open: () => Promise<ServiceResponse>,
  ): Promise<SharedStream | ServiceResponse> {
    const { body, ...response } = await open();
    if (!(body instanceof Readable) || response.status >= 400) return { body, ...response };
    const stream: SharedStream = { response, source: body, readers: new Set(), lastEvent: undefined };
    sources.add(body);
    body.once('close', () => {
      sources.delete(body);
      streams.delete(key);
      if (!body.readableEnded) stream.readers.forEach((reader) => reader.destroy());
    });
    body.once('error', () => undefined);
    body.once('end', () => stream.readers.forEach((reader) => reader.push(null)));
    forwardEvents(stream);
    return stream;
  }

  return {
    async join(key, open) {
      const existing = streams.get(key);
      const started = existing ?? start(key, open);
      streams.set(key, started);
      const stream = await started.catch((error: unknown) => {
        streams.delete(key);
        if (!existing) throw error;
        return undefined;
      });
      if (stream && 'readers' in stream && !hasEnded(stream)) return addReader(stream);
      if (streams.get(key) === started) streams.delete(key);
      return existing || !stream || 'readers' in stream ? this.join(key, open) : stream;
    },
    countOpen: () => sources.size,
    close: () => sources.forEach((source) => source.destroy()),
  };
}

const hasEnded = ({ source }: SharedStream): boolean => source.destroyed || source.readableEnded;

/** Sends whole events to all readers, because one that joins later would misread the rest of an event. */
function forwardEvents(stream: SharedStream): void {
  let pending: Buffer = Buffer.alloc(0);
  stream.source.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const end = pending.lastIndexOf(endOfEvent);
    if (end < 0) return;
    const events = pending.subarray(0, end + endOfEvent.length);
    pending = pending.subarray(events.length);
    const last = events
      .toString()
      .split(endOfEvent)
      .findLast((event) => event !== '' && !event.startsWith(':'));
    if (last !== undefined) stream.lastEvent = Buffer.from(last + endOfEvent);
    for (const reader of stream.readers) {
      reader.push(events);
      if (reader.readableLength > maxUnreadBytes) reader.destroy();
    }
  });
}

function addReader({ response, source, readers, lastEvent }: SharedStream): ServiceResponse {
  const reader = new Readable({ read: () => undefined });
  readers.add(reader);
  reader.once('close', () => {
    readers.delete(reader);
    if (readers.size === 0) source.destroy();
  });
  if (lastEvent) reader.push(lastEvent);
  return { ...response, body: reader };
}
