/** The router state with which My Trips opens the details of a trip. */
export const toOpenTripState = (trip: string) => ({ trip });

/** The trip of a router state, if any. */
export function parseOpenTripState(state: unknown): string | undefined {
  const { trip } = Object(state) as { trip?: unknown };
  return typeof trip === 'string' ? trip : undefined;
}
