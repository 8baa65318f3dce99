import { describe, expect, it } from 'vitest';
import { ResponseError } from './client.ts';
import { getServerMessage, StatedError } from './server-message.ts';

describe('the message of an error response', () => {
  it('[PAY-29] is `message`, else `error`, else undefined', () => {
    const messageFor = (body: string) => getServerMessage(new ResponseError(402, body));
    expect(messageFor('{"error":"PAYMENT_FAILED","message":"Declined"}')).toBe('Declined');
    expect(messageFor('{"message":"Declined"}')).toBe('Declined');
    expect(messageFor('{"error":"declined"}')).toBe('declined');
    expect(messageFor('{"error":"declined","message":""}')).toBe('declined');
    expect(messageFor('{"error":{"code":1},"message":7}')).toBeUndefined();
    expect(messageFor('')).toBeUndefined();
    expect(messageFor('<html>')).toBeUndefined();
    expect(messageFor('null')).toBeUndefined();
    expect(getServerMessage(new TypeError('Failed to fetch'))).toBeUndefined();
    expect(getServerMessage(new Error('x is undefined'))).toBeUndefined();
    expect(getServerMessage(new StatedError('No offer details available'))).toBe(
      'No offer details available',
    );
  });
});
