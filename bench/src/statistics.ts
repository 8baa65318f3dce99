const ascending = (a: number, b: number) => a - b;

/** The middle value; of an even number of values the greater of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted(ascending)[Math.floor(values.length / 2)] ?? Infinity;

/** The smallest value that is not exceeded by the share (0 to 1) of the values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted(ascending)[Math.ceil(values.length * share) - 1] ?? Infinity;
