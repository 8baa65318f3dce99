import { verifyOffer, type VerifyResult } from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { verifyResultSchema } from '@fareline/contracts/schemas';

const validityMessages = {
  missing: 'Unable to verify offer validity. Please return to search.',
  failed: 'Unable to verify offer validity. Please try again.',
  expired: 'This flight offer has expired. Please select another flight.',
} as const;

type ValidityErrorCode = NonNullable<VerifyResult['error']>;

const failedCheck = (error: ValidityErrorCode, message: string): VerifyResult => ({
  valid: false,
  error,
  message,
});

/**
 * Checks whether an offer can still be booked. Never throws: `error` holds the failure and `message` its text for the traveller.
 * (ERROR-05 to ERROR-08, PAX-27)
 */
export async function verifyOfferValidity(
  offerId: string | null | undefined,
  signal?: AbortSignal,
): Promise<VerifyResult> {
  if (!offerId) return failedCheck('MISSING_OFFER_ID', validityMessages.missing);
  try {
    const url = buildUrl(verifyOffer.path, { id: offerId });
    const response = await fetch(url, { credentials: 'include', signal: signal ?? null }).catch(
      () => undefined,
    );
    if (!response) return failedCheck('NO_RESPONSE', validityMessages.failed);
    if (response.status === 410) return failedCheck('OFFER_EXPIRED', validityMessages.expired);
    if (!response.ok) return failedCheck('API_ERROR', `Error checking offer validity (${response.status})`);
    return parseResult(await response.text());
  } catch (error) {
    return failedCheck(
      error instanceof Error ? 'VALIDATION_ERROR' : 'UNKNOWN_ERROR',
      validityMessages.failed,
    );
  }
}

function parseResult(text: string): VerifyResult {
  if (!text) return failedCheck('NO_RESPONSE', validityMessages.failed);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failedCheck('PARSE_ERROR', validityMessages.failed);
  }
  const parsed = verifyResultSchema.safeParse(json);
  if (!parsed.success) return failedCheck('UNEXPECTED_RESPONSE', validityMessages.failed);
  if (parsed.data.valid) return parsed.data;
  return { error: 'OFFER_EXPIRED', message: validityMessages.expired, ...parsed.data };
}

/** True when the offer has expired or has no id; false when the check itself failed. (PAX-25, PAX-26) */
export const isOfferUnavailable = (result: VerifyResult | undefined): boolean =>
  result?.valid === false && (result.error === 'OFFER_EXPIRED' || result.error === 'MISSING_OFFER_ID');
