import { AppError } from '@fareline/service-kit/app-error';

/** The value of a Redis command, or SERVICE_UNAVAILABLE when Redis is away. */
export async function fromRedis<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw new AppError('SERVICE_UNAVAILABLE', { cause: error });
  }
}
