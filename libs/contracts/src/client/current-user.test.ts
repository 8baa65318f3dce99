import { afterEach, expect, it, vi } from 'vitest';
import { sampleUser } from '../testing/index.ts';
import { currentUserQueryOptions, fetchCurrentUser } from './current-user.ts';

const respond = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  );
const fetchUser = () => fetchCurrentUser({});

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['no session', 'brand=sunhop; not-signed-in=1', null],
  ['a session', 'brand=sunhop; signed-in=1', sampleUser()],
])(
  '[REQUEST-09] asks the server only in a browser that may have a session: %s',
  async (_case, cookie, user) => {
    vi.stubGlobal('document', { cookie });
    respond(200, sampleUser());
    expect(await currentUserQueryOptions.queryFn({})).toEqual(user);
    expect(vi.mocked(fetch)).toHaveBeenCalledTimes(user ? 1 : 0);
  },
);

it('[REQUEST-09] returns the user of the response', async () => {
  respond(200, sampleUser());
  expect(await fetchUser()).toEqual(sampleUser());
});

it.each([
  ['a 401', 401, { error: 'NOT_AUTHENTICATED', message: 'Please sign in' }],
  ['the message "Not authenticated"', 403, { error: 'FORBIDDEN', message: 'Not authenticated' }],
])('[REQUEST-09] returns null after %s', async (_case, status, body) => {
  respond(status, body);
  expect(await fetchUser()).toBeNull();
});

it('[REQUEST-09] throws after another error', async () => {
  respond(500, { error: 'INTERNAL_ERROR', message: 'x' });
  await expect(fetchUser()).rejects.toThrow(/^500: /);
});
