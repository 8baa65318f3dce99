import { ConfigError } from '@fareline/service-kit/config';

/** An error that the user of the command can fix: the message says how, and no stack trace is printed. */
export class UserError extends Error {
  override name = 'UserError';
}

/** The text to print for an error: the message of one that the user can fix, the stack trace of any other error. */
export function formatError(error: unknown): string {
  if (error instanceof UserError || error instanceof ConfigError) return error.message;
  if (isSystemError(error) && error.code === 'ENOSPC') {
    return 'There is no space left on the disk. Free about 1 GB and try again.';
  }
  if (isSystemError(error) && (error.code === 'EACCES' || error.code === 'EROFS') && error.path) {
    return `${error.path} is not writable for this user. Change its owner, or set FARELINE_DATA to a writable folder.`;
  }
  if (isSystemError(error) && error.syscall === 'mkdir' && /^(EEXIST|ENOTDIR)$/.test(error.code ?? '')) {
    return `${error.path} cannot be a folder, because a file is there. Set FARELINE_DATA to a folder.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
