/** Something the person at the terminal can put right: the message is a sentence that says how. */
export class Problem extends Error {
  override name = 'Problem';
}

/** What to print for an error: the sentence of a Problem, the stack of anything else. */
export function describe(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (isSystemError(error) && error.code === 'ENOSPC') {
    return 'There is no space left on the disk. Free about 1 GB and try again.';
  }
  if (isSystemError(error) && (error.code === 'EACCES' || error.code === 'EROFS') && error.path) {
    return `${error.path} cannot be written by this user. Give it to the user who runs this, or set FARELINE_DATA to a folder that can be written.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
