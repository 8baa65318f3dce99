import { verifyOffer, type VerifyResult } from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { verifyResultSchema } from '@fareline/contracts/schemas';

export const validityMessages = {
  missing: 'Unable to verify offer validity. Please return to search.',
  failed: 'Unable to verify offer validity. Please try again.',
  expired: 'This flight offer has expired. Please select another flight.',
} as const;

type ValidityErrorCode = NonNullable<VerifyResult['error']>;

const problem = (error: ValidityErrorCode, message: string): VerifyResult => ({
  valid: false,
  error,
  message,
});

/**
 * Asks whether an offer can still be booked. Never throws: what went wrong is in `error`, with a sentence for the traveller in
 * `message`. (ERROR-05 to ERROR-08, PAX-27)
 */
export async function verifyOfferValidity(
  offerId: string | null | undefined,
  signal?: AbortSignal,
): Promise<VerifyResult> {
  if (!offerId) return problem('MISSING_OFFER_ID', validityMessages.missing);
  try {
    const url = buildUrl(verifyOffer.path, { id: offerId });
    const answer = await fetch(url, { credentials: 'include', signal: signal ?? null }).catch(
      () => undefined,
    );
    if (!answer) return problem('NO_RESPONSE', validityMessages.failed);
    if (answer.status === 410) return problem('OFFER_EXPIRED', validityMessages.expired);
    if (!answer.ok) return problem('API_ERROR', `Error checking offer validity (${answer.status})`);
    return readResult(await answer.text());
  } catch (error) {
    return problem(error instanceof Error ? 'VALIDATION_ERROR' : 'UNKNOWN_ERROR', validityMessages.failed);
  }
}

function readResult(text: string): VerifyResult {
  if (!text) return problem('NO_RESPONSE', validityMessages.failed);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return problem('PARSE_ERROR', validityMessages.failed);
  }
  const parsed = verifyResultSchema.safeParse(json);
  if (!parsed.success) return problem('UNEXPECTED_RESPONSE', validityMessages.failed);
  if (parsed.data.valid) return parsed.data;
  return { error: 'OFFER_EXPIRED', message: validityMessages.expired, ...parsed.data };
}

/** Whether the offer is known to be gone; a check that itself failed says nothing about the offer. (PAX-25, PAX-26) */
export const isOfferUnavailable = (result: VerifyResult | undefined): boolean =>
  result?.valid === false && (result.error === 'OFFER_EXPIRED' || result.error === 'MISSING_OFFER_ID');
