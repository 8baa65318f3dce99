import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '../query-client.ts';
import { startFakeServer, type FakeResponse } from '../testing/fake-server.ts';
import { ada } from '../testing/render-site.tsx';
import { useCurrentUser } from './current-user.ts';

let server: Awaited<ReturnType<typeof startFakeServer>>;
afterEach(() => server.stop());

async function fetchUserWith(response: FakeResponse) {
  server = await startFakeServer(() => response);
  const client = createQueryClient();
  const { result } = renderHook(useCurrentUser, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current.isPending).toBe(true);
  await waitFor(() => expect(result.current.isPending).toBe(false));
  return result.current;
}

it.each([
  ['a 401', { status: 401, body: { error: 'NOT_AUTHENTICATED', message: 'Not authenticated' } }],
  [
    'the message "Not authenticated"',
    { status: 403, body: { error: 'FORBIDDEN', message: 'Not authenticated' } },
  ],
])('[REQUEST-09] returns null after %s', async (_case, response) => {
  expect((await fetchUserWith(response)).data).toBeNull();
});

it('[REQUEST-09] returns the user of the response', async () => {
  expect((await fetchUserWith({ status: 200, body: ada })).data).toEqual(ada);
});

it('[REQUEST-04][REQUEST-06] returns an error after one failed attempt', async () => {
  const { isError, data } = await fetchUserWith({
    status: 500,
    body: { error: 'INTERNAL_ERROR', message: 'x' },
  });
  expect({ isError, data }).toEqual({ isError: true, data: undefined });
  expect(server.requests).toHaveLength(1);
});
