import type { Slice } from '@fareline/contracts';

/** The places of flights. */
export const toRoute = (slices: readonly Slice[]): string =>
  JSON.stringify(
    slices.map(({ segments }) =>
      segments.map(({ origin, destination }) => [origin.iata_code, destination.iata_code]),
    ),
  );

const toTimes = (slices: readonly Slice[]): string =>
  JSON.stringify(
    slices.map(({ segments }) =>
      segments.map(({ flight_number, departing_at, arriving_at }) => [
        flight_number,
        departing_at,
        arriving_at,
      ]),
    ),
  );

/** Whether they are the same flights at the same times. */
export const isSame = (slices: readonly Slice[], others: readonly Slice[]): boolean =>
  toRoute(slices) === toRoute(others) && toTimes(slices) === toTimes(others);
