import { afterAll, expect, it } from 'vitest';

import { startS3Sandbox } from './app.ts';

const sandbox = await startS3Sandbox();
afterAll(() => sandbox.close());

const authorization = 'AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/s3/aws4_request';
const call = async (method: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization, ...(init.headers as Record<string, string>) };
  const response = await fetch(sandbox.url + path, { method, ...init, headers });
  return { status: response.status, text: await response.text(), etag: response.headers.get('etag') };
};

it.each([
  ['GET', '/b/none', {}, 404, 'NoSuchKey'],
  ['GET', '/b/none', { authorization: '' }, 403, 'AccessDenied'],
  ['PUT', '/b/none', { 'if-match': '"x"' }, 404, 'NoSuchKey'],
  ['PATCH', '/b/none', {}, 404, ''],
  ['POST', '/b/none', {}, 501, 'NotImplemented'],
  ['POST', '/b/?delete', {}, 400, 'MalformedXML'],
])('%s %s with %j gets %i %s', async (method, path, headers, status, code) => {
  const answer = await call(method, path, { headers });
  expect(answer.status).toBe(status);
  if (code) expect(answer.text).toContain(`<Error><Code>${code}</Code>`);
});

it('writes only when the condition holds', async () => {
  const put = (body: string, headers = {}) => call('PUT', '/b/key', { body, headers });
  const { etag } = await put('one', { 'if-none-match': '*' });
  expect((await put('two', { 'if-none-match': '*' })).text).toContain('PreconditionFailed');
  expect((await put('two', { 'if-match': '"x"' })).status).toBe(412);
  expect((await put('two', { 'if-match': etag! })).status).toBe(200);
  expect((await call('GET', '/b/key')).text).toBe('two');
});

it('lists keys with special characters, which can be deleted', async () => {
  await call('PUT', `/list/${encodeURIComponent(`a&<"'>`)}`, { body: 'x' });
  const key = '<Key>a&amp;&lt;&quot;&apos;&gt;</Key>';
  expect((await call('GET', '/list/?list-type=2&prefix=a')).text).toContain(key);
  await call('POST', '/list/?delete', { body: `<Delete><Object>${key}</Object></Delete>` });
  expect((await call('GET', '/list/?list-type=2')).text).toContain('<KeyCount>0</KeyCount>');
});
