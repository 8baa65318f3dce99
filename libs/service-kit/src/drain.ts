/**
 * How long a stopping service waits for its calls in flight, in milliseconds: longer than the longest call of any service,
 * the edge's 150 s for an order. (D38) What stops services from outside must wait longer still.
 */
export const drainTimeoutMs = 155_000;
