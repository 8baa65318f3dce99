import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClientAddress } from './client-address.ts';

/**
 * A load generator that costs a fifth of a server's work per request, so that it is not the limit: it writes the bytes of a request and
 * reads status and length of the response only. One request at a time on each connection, as from a browser or a proxy.
 */
export interface Load {
  /** Where the requests are sent. */
  url: string;
  path: string;
  /** Request bodies, sent in turn; each request is from another client. */
  bodies: readonly string[];
}

export interface LoadResult {
  /** Latencies in milliseconds by status. */
  times: Record<number, number[]>;
  /** Requests without a response: the connection was closed, or the load ended first. */
  unanswered: number;
  /** Refusals (429, 503) without Retry-After. */
  withoutRetryAfter: number;
  /** From the first request to the end of the load. */
  seconds: number;
}

interface Connection {
  /** Sends a request; `startedAt` is when it was due. */
  send(request: string, startedAt: number): void;
  close(): void;
}

interface Events {
  onOpen?(connection: Connection): void;
  onResponse(connection: Connection): void;
  onClose(connection: Connection): void;
}

/** Connections read one after another, so they share a buffer. */
const buffer = Buffer.allocUnsafe(128 * 1024);
const endOfHead = '\r\n\r\n';

function openConnection(
  url: string,
  result: LoadResult,
  { onOpen, onResponse, onClose }: Events,
): Connection {
  let head = '';
  let missingBytes = 0;
  let startedAt: number | undefined;
  let status = 0;
  let isLast = false;

  const finish = () => {
    (result.times[status] ??= []).push(performance.now() - startedAt!);
    startedAt = undefined;
    if (isLast) socket.destroy();
    else onResponse(connection);
  };
  const { hostname: host, port } = new URL(url);
  const socket = connect({
    host,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        // A 408, sent before a connection without a request is closed.
        if (startedAt === undefined) return true;
        if (missingBytes > 0) missingBytes -= length;
        else {
          head += buffer.toString('latin1', 0, length);
          const end = head.indexOf(endOfHead);
          if (end < 0) return true;
          const fields = head.slice(0, end);
          const bodyLength = /\r\ncontent-length: (\d+)/i.exec(fields)?.[1];
          if (bodyLength === undefined) throw new Error(`a response has no content-length:\n${fields}`);
          status = Number(fields.slice(9, 12));
          isLast = /\r\nconnection: close/i.test(fields);
          if ((status === 429 || status === 503) && !/\r\nretry-after: \d/i.test(fields))
            result.withoutRetryAfter += 1;
          missingBytes = Number(bodyLength) - (head.length - end - endOfHead.length);
          head = '';
        }
        if (missingBytes === 0) finish();
        return true;
      },
    },
  });
  const connection: Connection = {
    send(request, dueAt) {
      startedAt = dueAt;
      socket.write(request, 'latin1');
    },
    close: () => void socket.destroy(),
  };
  socket.on('connect', () => onOpen?.(connection));
  // A refused or reset connection is counted like a closed one.
  socket.on('error', () => undefined);
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    if (startedAt !== undefined) result.unanswered += 1;
    startedAt = undefined;
    onClose(connection);
  });
  return connection;
}

/** Returns a function that creates the bytes of the next request. */
function createRequests({ url, path, bodies }: Load): () => string {
  let count = 0;
  const [start, ends] = [
    `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\naccept-encoding: br\r\ncontent-type: application/json\r\nx-forwarded-for: `,
    bodies.map((body) => `\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  ];
  return () => {
    count += 1;
    return start + createClientAddress(count) + ends[count % ends.length];
  };
}

const createResult = (): LoadResult => ({ times: {}, unanswered: 0, withoutRetryAfter: 0, seconds: 0 });

/** Each connection sends its next request as soon as it has received the response. */
export async function runClosedLoop(
  load: Load,
  connectionCount: number,
  seconds: number,
): Promise<LoadResult> {
  const result = createResult();
  const nextRequest = createRequests(load);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const open = new Set<Connection>();
  const isOver = () => performance.now() >= endsAt;
  const sendNext = (connection: Connection) => {
    if (isOver()) connection.close();
    else connection.send(nextRequest(), performance.now());
  };
  const addConnection = () => {
    const connection = openConnection(load.url, result, {
      onResponse: sendNext,
      onClose(closed) {
        open.delete(closed);
        if (!isOver()) addConnection();
      },
    });
    open.add(connection);
    sendNext(connection);
  };
  for (let count = 0; count < connectionCount; count += 1) addConnection();
  while (open.size > 0 && performance.now() < endsAt + graceMs) await sleep(20);
  result.seconds = (performance.now() - startedAt) / 1000;
  for (const connection of open) connection.close();
  return result;
}

/** How long responses are waited for at the end of a load. */
const graceMs = 2000;

/**
 * Sends requests at a constant rate over the given number of connections, however fast they are answered. The connections are opened
 * before, as a proxy keeps them. A latency counts from when the request was due, also while all connections are in use.
 */
export async function runOpenLoop(
  load: Load,
  { rate, seconds, connections }: { rate: number; seconds: number; connections: number },
): Promise<LoadResult> {
  const result = createResult();
  const nextRequest = createRequests(load);
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  /** Due times of requests that wait for a connection. */
  const waiting: number[] = [];
  let firstWaiting = 0;
  let isOver = false;

  const assign = (connection: Connection) => {
    const dueAt = waiting[firstWaiting];
    if (dueAt === undefined) return void idle.push(connection);
    firstWaiting += 1;
    connection.send(nextRequest(), dueAt);
  };
  const addConnection = () => {
    const connection = openConnection(load.url, result, {
      onOpen: assign,
      onResponse: assign,
      onClose(closed) {
        open.delete(closed);
        const index = idle.indexOf(closed);
        if (index >= 0) idle.splice(index, 1);
        if (!isOver) addConnection();
      },
    });
    open.add(connection);
  };
  for (let count = 0; count < connections; count += 1) addConnection();
  while (idle.length < connections) await sleep(10);

  const startedAt = performance.now();
  const total = Math.round(rate * seconds);
  for (let sent = 0; sent < total; await sleep(1))
    for (const due = ((performance.now() - startedAt) / 1000) * rate; sent < total && sent < due; sent += 1) {
      waiting.push(startedAt + (sent * 1000) / rate);
      const connection = idle.pop();
      if (connection) assign(connection);
    }
  result.seconds = (performance.now() - startedAt) / 1000;
  const waitsUntil = performance.now() + graceMs;
  while ((idle.length < open.size || firstWaiting < waiting.length) && performance.now() < waitsUntil)
    await sleep(20);
  isOver = true;
  result.unanswered += waiting.length - firstWaiting;
  for (const connection of open) connection.close();
  return result;
}
