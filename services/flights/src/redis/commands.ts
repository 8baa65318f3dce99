import { AppError } from '@fareline/service-kit/app-error';
import type { ChainableCommander } from 'ioredis';

/** The value of a Redis command, or SERVICE_UNAVAILABLE when Redis is away. */
export async function orServiceUnavailable<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw new AppError('SERVICE_UNAVAILABLE', { cause: error });
  }
}

/** Runs commands that were put together, or throws SERVICE_UNAVAILABLE when one of them fails. */
export async function execAll(commands: ChainableCommander): Promise<void> {
  const results = (await orServiceUnavailable(commands.exec())) ?? [];
  const failed = results.find(([error]) => error !== null);
  if (failed) throw new AppError('SERVICE_UNAVAILABLE', { cause: failed[0] });
}
