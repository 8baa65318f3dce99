import { ResponseError } from '@fareline/contracts/client';

/** Whether the token of a mailed link was refused for good: it has expired, was used, or a part of it is missing. */
export const isRefusedLink = (failure: unknown): boolean =>
  failure instanceof ResponseError && (failure.status === 410 || failure.status === 400);
