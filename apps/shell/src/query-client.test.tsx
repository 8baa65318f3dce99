import { getSystemMode } from '@fareline/contracts';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { Button } from '@fareline/ui-theme';
import { QueryClientProvider, QueryObserver, useMutation } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const queryKey = [getSystemMode.path];
const mode = { isLiveMode: false, mode: 'test' as const };
const success = () => ({ body: mode });
const failure = () => errorResponse('SERVICE_UNAVAILABLE');

beforeEach(() => respondTo(getSystemMode, success));

it('[REQUEST-03] requests the path in the first element of the query key', async () => {
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: [...queryKey, 'x'] })).resolves.toEqual(mode);
  expect(requestsTo(getSystemMode)).toHaveLength(1);
});

it('[REQUEST-04] does not retry a failed query', async () => {
  respondTo(getSystemMode, failure);
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey })).rejects.toThrow(/^503: /);
  expect(requestsTo(getSystemMode)).toHaveLength(1);
});

it.each([
  ['success', success],
  ['error', failure],
])('[REQUEST-06] is pending until the response, then %s', async (state, response) => {
  respondTo(getSystemMode, response);
  const observer = new QueryObserver(createQueryClient(), { queryKey });
  const unsubscribe = observer.subscribe(() => undefined);
  expect(observer.getCurrentResult().status).toBe('pending');
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe(state));
  unsubscribe();
});

it('[REQUEST-05] does not refetch for a new observer or on window focus', async () => {
  const client = createQueryClient();
  await client.fetchQuery({ queryKey });
  const unsubscribe = new QueryObserver(client, { queryKey }).subscribe(() => undefined);
  client.mount();
  window.dispatchEvent(new Event('visibilitychange'));
  await client.fetchQuery({ queryKey });
  unsubscribe();
  client.unmount();
  expect(requestsTo(getSystemMode)).toHaveLength(1);
});

it.each([
  ['a double click', (button: HTMLElement) => userEvent.setup({ delay: null }).dblClick(button)],
  ['Enter pressed twice', () => userEvent.setup({ delay: null }).keyboard('{Enter}{Enter}')],
])('[REVIEW-02] sends what is pressed once for %s', async (_name, press) => {
  const send = vi.fn(() => new Promise<void>(() => undefined));
  function Screen() {
    const { mutate, isPending } = useMutation({ mutationFn: send });
    return (
      <Button loading={isPending} onClick={() => mutate()}>
        Yes, cancel booking
      </Button>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button');
  button.focus();
  await press(button);
  expect(send).toHaveBeenCalledOnce();
});
