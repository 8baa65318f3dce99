import { describe, expect, it, vi } from 'vitest';
import { fakeServer } from '@fareline/tools/fake-server';
import { isOfferUnavailable, verifyOfferValidity } from './verify-offer-validity.ts';

const route = 'GET /api/flights/verify-offer/off_1';
const answering = (status: number, body: unknown) => fakeServer({ [route]: () => ({ status, body }) });

describe('the validity check', () => {
  it('[ERROR-05] [PAX-27] asks nothing without an offer id', async () => {
    const server = fakeServer({});
    expect(await verifyOfferValidity('')).toEqual({
      valid: false,
      error: 'MISSING_OFFER_ID',
      message: 'Unable to verify offer validity. Please return to search.',
    });
    expect(server.calls).toEqual([]);
  });

  it('[ERROR-05] [PAX-27] tells silence and an empty answer apart from an expired offer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const silence = await verifyOfferValidity('off_1');
    expect(silence).toMatchObject({
      error: 'NO_RESPONSE',
      message: 'Unable to verify offer validity. Please try again.',
    });
    expect(isOfferUnavailable(silence)).toBe(false);
    answering(200, '');
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'NO_RESPONSE' });
  });

  it('[ERROR-05] calls an answer that is no JSON PARSE_ERROR', async () => {
    answering(200, '<html>');
    expect(await verifyOfferValidity('off_1')).toMatchObject({ valid: false, error: 'PARSE_ERROR' });
  });

  it('[ERROR-06] [PAX-27] calls a 410 OFFER_EXPIRED with its sentence', async () => {
    answering(410, { valid: false });
    const result = await verifyOfferValidity('off_1');
    expect(result).toEqual({
      valid: false,
      error: 'OFFER_EXPIRED',
      message: 'This flight offer has expired. Please select another flight.',
    });
    expect(isOfferUnavailable(result)).toBe(true);
  });

  it('[ERROR-07] names the status of another failure', async () => {
    answering(503, { error: 'SERVICE_UNAVAILABLE' });
    expect(await verifyOfferValidity('off_1')).toEqual({
      valid: false,
      error: 'API_ERROR',
      message: 'Error checking offer validity (503)',
    });
  });

  it('[ERROR-08] calls another shape UNEXPECTED_RESPONSE', async () => {
    answering(200, { ok: 'yes' });
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'UNEXPECTED_RESPONSE' });
  });

  it('[ERROR-08] calls a check that throws VALIDATION_ERROR, and anything else thrown UNKNOWN_ERROR', async () => {
    const throwing = (thrown: unknown) =>
      vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, text: () => Promise.reject(thrown) }));
    throwing(new Error('stream closed'));
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'VALIDATION_ERROR' });
    throwing('stream closed');
    expect(await verifyOfferValidity('off_1')).toMatchObject({ error: 'UNKNOWN_ERROR' });
  });

  it('hands on what the service says of a valid offer', async () => {
    answering(200, { valid: true, offer_id: 'off_1', minutes_remaining: 12 });
    expect(await verifyOfferValidity('off_1')).toEqual({
      valid: true,
      offer_id: 'off_1',
      minutes_remaining: 12,
    });
  });
});
