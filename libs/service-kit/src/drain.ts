/**
 * How long a stopping service waits for requests in flight, in milliseconds: longer than the longest request timeout of any
 * service, the edge's 150 s for an order. Process managers must wait longer than this before they kill a service.
 */
export const drainTimeoutMs = 155_000;
