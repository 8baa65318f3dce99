import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeError, startSandbox, type SandboxHarness } from '../testing/harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: 40 });
});
afterAll(async () => sandbox.stop());

interface Envelope {
  meta: { status: number; request_id: string };
  errors: { type: string; code: string; title: string; message: string; documentation_url: string }[];
}
const call = async (headers: Record<string, string>, init: RequestInit = {}) => {
  const response = await fetch(`${sandbox.baseUrl}/air/orders`, { ...init, headers });
  return { response, body: (await response.json()) as Envelope };
};
const VALID_HEADERS = { authorization: 'Bearer duffel_test_x', 'duffel-version': 'v2' };

describe('checks of every call', () => {
  it.each([
    ['no token', { 'duffel-version': 'v2' }, 401, 'missing_authorization_header'],
    [
      'another authorization scheme',
      { ...VALID_HEADERS, authorization: 'Basic abc' },
      401,
      'invalid_authorization_header',
    ],
    [
      'an unknown token',
      { ...VALID_HEADERS, authorization: 'Bearer sk_test_1' },
      401,
      'access_token_not_found',
    ],
    ['no version', { authorization: VALID_HEADERS.authorization }, 400, 'missing_version_header'],
    ['an old version', { ...VALID_HEADERS, 'duffel-version': 'v1' }, 400, 'unsupported_version'],
    ['an unknown version', { ...VALID_HEADERS, 'duffel-version': 'v9' }, 400, 'invalid_version_header'],
  ])('reject a call with %s', async (_name, headers, status, code) => {
    const { response, body } = await call(headers);
    expect(response.status).toBe(status);
    expect(body.meta).toEqual({ status, request_id: response.headers.get('x-request-id') });
    expect(body.errors[0]?.code).toBe(code);
    expect(body.errors[0]?.documentation_url).toMatch(/^https:/);
  });

  it('reject a body without data, with malformed JSON or with another content type', async () => {
    const json = { ...VALID_HEADERS, 'content-type': 'application/json' };
    const code = async (body: string, headers: Record<string, string> = json) =>
      (await call(headers, { method: 'POST', body })).body.errors[0]?.code;
    expect(await code('{}')).toBe('missing_data_param');
    expect(await code('{"data": []}')).toBe('invalid_data_param');
    expect(await code('{"data": ')).toBe('malformed_data_param');
    expect(await code('x', { ...VALID_HEADERS, 'content-type': 'text/xml' })).toBe(
      'invalid_content_type_header',
    );
  });

  it('accept a live token', async () => {
    const { response } = await call({ ...VALID_HEADERS, authorization: 'Bearer duffel_live_x' });
    expect(response.status).toBe(200);
  });

  it('send rate-limit headers and return 429 above the limit', async () => {
    const isolatedSandbox = await startSandbox({ rateLimit: 3 });
    const get = async () => fetch(`${isolatedSandbox.baseUrl}/air/orders/`, { headers: VALID_HEADERS });
    const first = await get();
    expect(first.headers.get('ratelimit-limit')).toBe('3');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    expect(new Date(first.headers.get('ratelimit-reset') ?? '').getTime()).toBeGreaterThan(Date.now() - 1000);
    await get();
    await get();
    expect(await describeError(isolatedSandbox.duffel.orders.list())).toBe(
      '429 rate_limit_error/rate_limit_exceeded',
    );
    await isolatedSandbox.stop();
  });

  it('return 404 for unknown paths', async () => {
    const response = await fetch(`${sandbox.baseUrl}/air/unknown`, { headers: VALID_HEADERS });
    expect(response.status).toBe(404);
    expect(((await response.json()) as Envelope).errors[0]?.code).toBe('not_found');
  });
});
