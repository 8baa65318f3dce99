import { describe, expect, it } from 'vitest';
import { ResponseError } from './client.ts';
import { getServerMessage } from './server-message.ts';

describe('what a service said of its refusal', () => {
  it('[PAY-29] is the message, else the error, else nothing', () => {
    const told = (body: string) => getServerMessage(new ResponseError(402, body));
    expect(told('{"error":"PAYMENT_FAILED","message":"Declined"}')).toBe('Declined');
    expect(told('{"message":"Declined"}')).toBe('Declined');
    expect(told('{"error":"declined"}')).toBe('declined');
    expect(told('')).toBeUndefined();
    expect(told('<html>')).toBeUndefined();
    expect(told('null')).toBeUndefined();
    expect(getServerMessage(new TypeError('Failed to fetch'))).toBeUndefined();
  });
});
