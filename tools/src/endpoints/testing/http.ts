import { Agent, request } from 'node:http';

export interface RawRequest {
  method: string;
  /** Sent as it is, without normalisation. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Closes the connections of all requests. */
export const closeConnections = () => agent.destroy();

let addresses = 0;

/** A client IP address in a /24 that no other request has, because some limits have no setting. */
export function createClientAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `${10 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}.1` };
}

/** Sends a request that a browser or `fetch` would not send. Rejects without a response within `timeoutMs`. */
export function sendRaw(
  origin: string,
  { method, path, headers, body }: RawRequest,
  timeoutMs = 30_000,
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', finish);
      response.on('end', () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    const finish = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => {
      finish(new Error(`no response within ${timeoutMs} ms`));
      sent.destroy();
    }, timeoutMs);
    sent.on('error', finish);
    sent.end(body);
  });
}

/** A server closes the connection while it refuses a body that is too large, possibly before the client has sent all of it. */
const isClosedEarly = (error: NodeJS.ErrnoException, { body }: RawRequest): boolean =>
  ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') && (body?.length ?? 0) > 256 * 1024;

/** Sends a request that a server may refuse by closing the connection. The status is 0 without a response in time. */
export async function sendHostile(
  origin: string,
  request: RawRequest,
  timeoutMs: number,
): Promise<RawResponse> {
  const send = () => sendRaw(origin, request, timeoutMs);
  try {
    // The server may have closed an idle connection.
    return await send().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' || isClosedEarly(error, request)) throw error;
      return send();
    });
  } catch (error) {
    const status = isClosedEarly(error as NodeJS.ErrnoException, request) ? 413 : 0;
    return { status, headers: {}, text: status === 0 ? String(error) : '' };
  }
}
