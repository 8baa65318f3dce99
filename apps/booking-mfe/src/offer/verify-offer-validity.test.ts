import { describe, expect, it, vi } from 'vitest';
import { fakeServer } from '@fareline/tools/fake-server';
import { isOfferUnavailable, verifyOfferValidity } from './verify-offer-validity.ts';

const route = 'GET /api/flights/verify-offer/off_1';
const respondWith = (status: number, body: unknown) => fakeServer({ [route]: () => ({ status, body }) });

describe('verifyOfferValidity', () => {
  it('[ERROR-05] [PAX-27] sends no request without an offer id', async () => {
    const server = fakeServer({});
    expect(await verifyOfferValidity('')).toEqual({
      valid: false,
      error: 'MISSING_OFFER_ID',
      message: 'Unable to verify offer validity. Please return to search.',
    });
    expect(server.calls).toEqual([]);
  });

  it('[ERROR-05] [PAX-27] returns NO_RESPONSE when the request fails or the response is empty', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const noResponse = await verifyOfferValidity('off_1');
    expect(noResponse).toMatchObject({
      error: 'NO_RESPONSE',
      message: 'Unable to verify offer validity. Please try again.',
    });
    expect(isOfferUnavailable(noResponse)).toBe(false);
    respondWith(200, '');
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'NO_RESPONSE' });
  });

  it('[ERROR-05] returns PARSE_ERROR for a response that is not JSON', async () => {
    respondWith(200, '<html>');
    expect(await verifyOfferValidity('off_1')).toMatchObject({ valid: false, error: 'PARSE_ERROR' });
  });

  it('[ERROR-06] [PAX-27] returns OFFER_EXPIRED with its message for a 410', async () => {
    respondWith(410, { valid: false });
    const result = await verifyOfferValidity('off_1');
    expect(result).toEqual({
      valid: false,
      error: 'OFFER_EXPIRED',
      message: 'This flight offer has expired. Please select another flight.',
    });
    expect(isOfferUnavailable(result)).toBe(true);
  });

  it('[ERROR-07] returns API_ERROR with the status for another error status', async () => {
    respondWith(503, { error: 'SERVICE_UNAVAILABLE' });
    expect(await verifyOfferValidity('off_1')).toEqual({
      valid: false,
      error: 'API_ERROR',
      message: 'Error checking offer validity (503)',
    });
  });

  it('[ERROR-08] returns UNEXPECTED_RESPONSE for another response shape', async () => {
    respondWith(200, { ok: 'yes' });
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

  it('returns the response of the service for a valid offer', async () => {
    respondWith(200, { valid: true, offer_id: 'off_1', minutes_remaining: 12 });
    expect(await verifyOfferValidity('off_1')).toEqual({
      valid: true,
      offer_id: 'off_1',
      minutes_remaining: 12,
    });
  });
});
