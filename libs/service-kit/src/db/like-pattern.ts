/** The LIKE pattern that matches `text` itself: without escapes `%` matches everything, and a `\` at the end is an error. */
export const likeExactly = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The LIKE pattern that matches what contains `text`. */
export const likeContaining = (text: string): string => `%${likeExactly(text)}%`;
