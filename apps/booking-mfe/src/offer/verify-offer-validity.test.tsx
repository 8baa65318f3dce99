import { verifyOffer } from '@fareline/contracts';
import {
  allRequests,
  connectionFailure,
  errorResponse,
  proxyResponse,
  respondTo,
} from '@fareline/tools/fake-server';
import { describe, expect, it, vi } from 'vitest';
import { expiredOffer } from '../testing/harness.tsx';
import { isOfferUnavailable, verifyOfferValidity } from './verify-offer-validity.ts';

describe('verifyOfferValidity', () => {
  it('[ERROR-05] [PAX-27] sends no request without an offer id, and the offer counts as unavailable', async () => {
    const result = await verifyOfferValidity('');
    expect(result).toEqual({
      valid: false,
      error: 'MISSING_OFFER_ID',
      message: 'Unable to verify offer validity. Please return to search.',
    });
    expect(isOfferUnavailable(result)).toBe(true);
    expect(allRequests()).toEqual([]);
  });

  it('[ERROR-05] [PAX-27] returns NO_RESPONSE when the request fails or the response is empty', async () => {
    respondTo(verifyOffer, () => connectionFailure());
    const noResponse = await verifyOfferValidity('off_1');
    expect(noResponse).toMatchObject({
      error: 'NO_RESPONSE',
      message: 'Unable to verify offer validity. Please try again.',
    });
    expect(isOfferUnavailable(noResponse)).toBe(false);
    respondTo(verifyOffer, () => proxyResponse(200));
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'NO_RESPONSE' });
  });

  it('[ERROR-05] returns PARSE_ERROR for a response that is not JSON', async () => {
    respondTo(verifyOffer, () => proxyResponse(200, '<html>'));
    expect(await verifyOfferValidity('off_1')).toMatchObject({ valid: false, error: 'PARSE_ERROR' });
  });

  it('[ERROR-06] [PAX-27] returns OFFER_EXPIRED with its message for a 410', async () => {
    respondTo(verifyOffer, () => expiredOffer());
    const result = await verifyOfferValidity('off_1');
    expect(result).toEqual({
      valid: false,
      error: 'OFFER_EXPIRED',
      message: 'This flight offer has expired. Please select another flight.',
    });
    expect(isOfferUnavailable(result)).toBe(true);
  });

  it('[DEPART-02] says that a flight leaves too soon, which is no expiry', async () => {
    respondTo(verifyOffer, () => expiredOffer('DEPARTURE_TOO_CLOSE'));
    const result = await verifyOfferValidity('off_1');
    expect(result).toEqual({
      valid: false,
      error: 'DEPARTURE_TOO_CLOSE',
      message: 'This flight leaves too soon to be booked online. Please select another flight.',
    });
    expect(isOfferUnavailable(result)).toBe(true);
  });

  it('[ERROR-07] returns API_ERROR with the status for another error status', async () => {
    respondTo(verifyOffer, () => errorResponse('SERVICE_UNAVAILABLE'));
    expect(await verifyOfferValidity('off_1')).toEqual({
      valid: false,
      error: 'API_ERROR',
      message: 'Error checking offer validity (503)',
    });
  });

  it('[ERROR-08] returns UNEXPECTED_RESPONSE for another response shape', async () => {
    respondTo(verifyOffer, () => proxyResponse(200, '{"ok":"yes"}'));
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'UNEXPECTED_RESPONSE' });
  });

  it('[ERROR-08] returns VALIDATION_ERROR for a thrown error and UNKNOWN_ERROR for any other thrown value', async () => {
    const rejectBodyWith = (thrown: unknown) =>
      vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, text: () => Promise.reject(thrown) }));
    rejectBodyWith(new Error('stream closed'));
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'VALIDATION_ERROR' });
    rejectBodyWith('stream closed');
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'UNKNOWN_ERROR' });
  });

  it('counts as available before the first response', () =>
    expect(isOfferUnavailable(undefined)).toBe(false));

  it('ends its request when the screen is left', async () => {
    const screen = new AbortController();
    const fetchOffer = vi.fn<typeof fetch>(async () => Response.json({ valid: true }));
    vi.stubGlobal('fetch', fetchOffer);
    await verifyOfferValidity('off_1', screen.signal);
    expect(fetchOffer.mock.calls[0]?.[1]?.signal).toBe(screen.signal);
  });

  it('returns the response of the service for a valid offer', async () => {
    respondTo(verifyOffer, () => ({ body: { valid: true, offer_id: 'off_1', minutes_remaining: 12 } }));
    expect(await verifyOfferValidity('off_1')).toEqual({
      valid: true,
      offer_id: 'off_1',
      minutes_remaining: 12,
    });
  });
});
