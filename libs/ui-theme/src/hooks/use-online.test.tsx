import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderWithoutRouter } from '../testing/index.tsx';
import { useRetryWhenOnline } from './use-online.ts';

function Failing({ failure, retry }: { failure: Promise<void>; retry: () => void }) {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void failure.then(() => setFailed(true)), [failure]);
  return hasFailed && <Failed retry={retry} />;
}

function Failed({ retry }: { retry: () => void }) {
  useRetryWhenOnline(retry);
  return 'Failed';
}

it('retries although the browser comes online in the moment in which the failure is shown', async () => {
  const retry = vi.fn();
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => {
    if (screen.queryByText('Failed')) window.dispatchEvent(new Event('online'));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  renderWithoutRouter(<Failing failure={promise} retry={retry} />);
  resolve();
  expect(await screen.findByText('Failed')).toBeTruthy();
  observer.disconnect();
  expect(retry).toHaveBeenCalledOnce();
});
