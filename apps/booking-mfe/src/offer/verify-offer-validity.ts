import { verifyOffer, type VerifyResult } from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { verifyResultSchema } from '@fareline/contracts/schemas';

/** Texts for the traveller. */
export const validityMessages = {
  missing: 'Unable to verify offer validity. Please return to search.',
  failed: 'Unable to verify offer validity. Please try again.',
  expired: 'This flight offer has expired. Please select another flight.',
  tooClose: 'This flight leaves too soon to be booked online. Please select another flight.',
} as const;

type ValidityErrorCode = NonNullable<VerifyResult['error']>;

/** Why the offer cannot be booked or could not be checked, with its text for the traveller. */
interface FailedCheck {
  valid: false;
  error: ValidityErrorCode;
  message: string;
}

const failedCheck = (error: ValidityErrorCode, message: string): FailedCheck => ({
  valid: false,
  error,
  message,
});

/**
 * Checks whether an offer can still be booked. Never throws: `error` and `message` tell the failure; only that of a lost offer is for
 * the traveller.
 * (ERROR-05 to ERROR-08, PAX-27)
 */
export async function verifyOfferValidity(
  offerId: string | null | undefined,
  signal?: AbortSignal,
): Promise<VerifyResult> {
  if (!offerId) return failedCheck('MISSING_OFFER_ID', validityMessages.missing);
  try {
    const response = await call(verifyOffer, { params: { id: offerId }, signal });
    if (response === undefined) return failedCheck('NO_RESPONSE', validityMessages.failed);
    const { success, data } = verifyResultSchema.safeParse(response);
    if (!success) return failedCheck('UNEXPECTED_RESPONSE', validityMessages.failed);
    if (data.valid) return data;
    return data.error === 'DEPARTURE_TOO_CLOSE'
      ? failedCheck(data.error, validityMessages.tooClose)
      : failedCheck('OFFER_EXPIRED', validityMessages.expired);
  } catch (error) {
    if (error instanceof ResponseError)
      return failedCheck('API_ERROR', `Error checking offer validity (${error.status})`);
    return failedCheck(toErrorCode(error), validityMessages.failed);
  }
}

function toErrorCode(error: unknown): ValidityErrorCode {
  // What fetch throws when there is no response, and JSON.parse for a response that is not JSON.
  if (error instanceof TypeError) return 'NO_RESPONSE';
  if (error instanceof SyntaxError) return 'PARSE_ERROR';
  return error instanceof Error ? 'VALIDATION_ERROR' : 'UNKNOWN_ERROR';
}

/** True when the offer has expired, departs too soon or has no id; false when the check itself failed. (PAX-25, PAX-26) */
export const isOfferUnavailable = (result: VerifyResult | undefined): result is FailedCheck =>
  result?.error !== undefined &&
  ['OFFER_EXPIRED', 'DEPARTURE_TOO_CLOSE', 'MISSING_OFFER_ID'].includes(result.error);
