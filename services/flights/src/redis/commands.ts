import { AppError } from '@fareline/service-kit/app-error';
import { waitUntilDeadline } from '@fareline/service-kit/deadline';
import type { ChainableCommander } from 'ioredis';

/** Returns the result of a Redis command; throws SERVICE_UNAVAILABLE if Redis is down, or at the deadline of the request. */
export async function orServiceUnavailable<T>(command: Promise<T>): Promise<T> {
  try {
    return await waitUntilDeadline(command);
  } catch (error) {
    throw new AppError('SERVICE_UNAVAILABLE', { cause: error });
  }
}

/** Executes a pipeline or transaction; throws SERVICE_UNAVAILABLE if one of its commands fails. */
export async function execAll(commands: ChainableCommander): Promise<void> {
  const results = (await orServiceUnavailable(commands.exec())) ?? [];
  const failed = results.find(([error]) => error !== null);
  if (failed) throw new AppError('SERVICE_UNAVAILABLE', { cause: failed[0] });
}
