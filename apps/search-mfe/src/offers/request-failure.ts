import { getServerMessage, ResponseError } from '@fareline/contracts/client';

/**
 * A failed request. The message, which is logged, names the status: "Unable to retrieve flight offer: Flight offer not found. Offer
 * request failed with status: 404". A screen shows `text`, without the status; it is empty if there is no reason to give. (ERROR-03)
 */
export class RequestFailure extends Error {
  readonly text: string;

  constructor(
    action: string,
    what: string,
    failure: unknown,
    serverMessage: string | undefined = getServerMessage(failure),
  ) {
    const sentence = serverMessage?.replace(/[^.!?]$/, '$&.');
    const reason =
      failure instanceof ResponseError
        ? [sentence, `${what} failed with status: ${failure.status}`].filter(Boolean).join(' ')
        : String(failure);
    super(`${action}: ${reason}`, { cause: failure });
    this.name = 'RequestFailure';
    this.text = sentence ? `${action}: ${sentence}` : '';
    if (failure instanceof ResponseError) console.error(this.message);
  }
}

/** What a screen shows of a failure. */
export const getFailureText = (error: Error, fallback: string): string =>
  (error instanceof RequestFailure ? error.text : getServerMessage(error)) || fallback;
