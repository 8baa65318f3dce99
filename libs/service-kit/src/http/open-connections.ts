import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** From this part of all connections on, one that waits for a request is closed for each new one. */
const roomyPart = 0.8;

/**
 * Requests of a connection that have no complete answer. Browsers and proxies do not pipeline (RFC 9112, 9.3.2), and who does so
 * without reading fills the memory with answers. Two, because a client may have read an answer before we know that it is sent.
 */
const maxUnanswered = 2;

/**
 * The open connections of a server, and which of them wait for a whole request: those with a part of one too, because a client
 * can send it as slowly as it likes. (LIMIT-02)
 *
 * @param maxAll the most that the server may have
 */
export function createOpenConnections(maxAll: number) {
  const unanswered = new Map<Socket, number>();
  /** The one that waits longest is first. */
  const waiting = new Set<Socket>();
  const waitAnew = (socket: Socket) => {
    waiting.delete(socket);
    waiting.add(socket);
  };

  return {
    /** Adds a connection. Near the limit of all, closes the one that waits longest, so that new clients always get in. */
    add(socket: Socket): void {
      const [longest] = waiting;
      unanswered.set(socket, 0);
      waiting.add(socket);
      socket.once('close', () => {
        unanswered.delete(socket);
        waiting.delete(socket);
      });
      if (!longest || unanswered.size <= roomyPart * maxAll) return;
      // Closing takes a while, in which others arrive.
      waiting.delete(longest);
      longest.destroy();
    },

    /** Adds a request, and closes its connection if too many are unanswered. */
    addRequest(request: IncomingMessage, response: ServerResponse): void {
      const { socket, headers } = request;
      const count = unanswered.get(socket);
      if (count === undefined) return;
      if (count >= maxUnanswered) return void socket.destroy();
      unanswered.set(socket, count + 1);
      waitAnew(socket);
      const end = () => void (unanswered.get(socket) && waiting.delete(socket));
      if (headers['content-length'] ?? headers['transfer-encoding']) request.once('end', end);
      else end();
      response.once('close', () => {
        const left = (unanswered.get(socket) ?? 0) - 1;
        if (left < 0) return;
        unanswered.set(socket, left);
        if (left === 0) waitAnew(socket);
      });
    },

    /** Closes those that wait for a request, or only those that have sent nothing. */
    closeWaiting({ silent = false } = {}): void {
      for (const socket of waiting) if (!silent || socket.bytesRead === 0) socket.destroy();
    },
  };
}
