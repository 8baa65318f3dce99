import { ResponseError } from './client.ts';

/** An error whose message is for the traveller; those of other errors are the browser's or a library's, and are not shown. */
export class StatedError extends Error {}

/**
 * The message in a service's error response: `message`, else `error`; or that of a StatedError. Undefined when there is none (an
 * empty or invalid body, no response at all). (PAY-29, LOGIN-05, REGISTER-09, TRIPS-21)
 */
export function getServerMessage(failure: unknown): string | undefined {
  if (failure instanceof StatedError) return failure.message;
  if (!(failure instanceof ResponseError)) return undefined;
  try {
    const body: unknown = JSON.parse(failure.message.slice(failure.message.indexOf(':') + 1));
    const { message, error } = Object(body) as { message?: unknown; error?: unknown };
    return [message, error].find((text): text is string => typeof text === 'string' && text !== '');
  } catch {
    return undefined;
  }
}
