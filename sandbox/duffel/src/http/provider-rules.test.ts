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
  const answer = await fetch(`${sandbox.baseUrl}/air/orders`, { ...init, headers });
  return { answer, body: (await answer.json()) as Envelope };
};
const GOOD = { authorization: 'Bearer duffel_test_x', 'duffel-version': 'v2' };

describe('every call', () => {
  it.each([
    ['no token', { 'duffel-version': 'v2' }, 401, 'missing_authorization_header'],
    ['a token in another form', { ...GOOD, authorization: 'Basic abc' }, 401, 'invalid_authorization_header'],
    ['an unknown token', { ...GOOD, authorization: 'Bearer sk_test_1' }, 401, 'access_token_not_found'],
    ['no version', { authorization: GOOD.authorization }, 400, 'missing_version_header'],
    ['an old version', { ...GOOD, 'duffel-version': 'v1' }, 400, 'unsupported_version'],
    ['an invented version', { ...GOOD, 'duffel-version': 'v9' }, 400, 'invalid_version_header'],
  ])('is refused with %s', async (_name, headers, status, code) => {
    const { answer, body } = await call(headers);
    expect(answer.status).toBe(status);
    expect(body.meta).toEqual({ status, request_id: answer.headers.get('x-request-id') });
    expect(body.errors[0]?.code).toBe(code);
    expect(body.errors[0]?.documentation_url).toMatch(/^https:/);
  });

  it('is refused without data, with broken JSON, with another content type', async () => {
    const json = { ...GOOD, 'content-type': 'application/json' };
    const code = async (body: string, headers: Record<string, string> = json) =>
      (await call(headers, { method: 'POST', body })).body.errors[0]?.code;
    expect(await code('{}')).toBe('missing_data_param');
    expect(await code('{"data": []}')).toBe('invalid_data_param');
    expect(await code('{"data": ')).toBe('malformed_data_param');
    expect(await code('x', { ...GOOD, 'content-type': 'text/xml' })).toBe('invalid_content_type_header');
  });

  it('tells live from test by the token and does not mix their orders', async () => {
    const { answer } = await call({ ...GOOD, authorization: 'Bearer duffel_live_x' });
    expect(answer.status).toBe(200);
  });

  it('carries the budget in its headers, and is refused beyond it', async () => {
    const own = await startSandbox({ rateLimit: 3 });
    const get = async () => fetch(`${own.baseUrl}/air/orders/`, { headers: GOOD });
    const first = await get();
    expect(first.headers.get('ratelimit-limit')).toBe('3');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    expect(new Date(first.headers.get('ratelimit-reset') ?? '').getTime()).toBeGreaterThan(Date.now() - 1000);
    await get();
    await get();
    expect(await describeError(own.duffel.airlines.list())).toBe('429 rate_limit_error/rate_limit_exceeded');
    await own.stop();
  });

  it('finds nothing at paths Duffel does not have', async () => {
    const answer = await fetch(`${sandbox.baseUrl}/air/spaceships`, { headers: GOOD });
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as Envelope).errors[0]?.code).toBe('not_found');
  });
});
