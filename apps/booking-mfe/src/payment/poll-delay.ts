const firstDelay = 4000;
const longestDelay = 60_000;
/** About half an hour. */
const maxPolls = 40;

/** Milliseconds until a pending booking is read again, after so many times; undefined when the page has to be asked. */
export const getPollDelay = (polls: number): number | undefined =>
  polls < maxPolls ? Math.min(firstDelay * 1.2 ** polls, longestDelay) : undefined;
