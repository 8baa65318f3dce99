/** The format of page data and of manifests that this checkout writes. */
export const releaseFormat = 1;

/** Whether a program reads a format: its own and the one before, so that edge and front ends are released apart. Format 0 has no number. */
export const isReadableFormat = (format = 0): boolean =>
  format === releaseFormat || format === releaseFormat - 1;
