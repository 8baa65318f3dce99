import { loadStripe } from '@stripe/stripe-js/pure';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Scripts that the page adds, none of which is loaded by itself. */
let added: HTMLScriptElement[] = [];
const provider = {};
// It keeps what it has loaded.
let { loadProvider, providerScriptUrl } = await import('./load-provider.ts');
beforeEach(async () => {
  vi.resetModules();
  ({ loadProvider, providerScriptUrl } = await import('./load-provider.ts'));
  added = [];
  vi.spyOn(document.head, 'append').mockImplementation(
    (script) => void added.push(script as HTMLScriptElement),
  );
  vi.spyOn(document.head, 'appendChild').mockImplementation((script) => {
    added.push(script as unknown as HTMLScriptElement);
    return script;
  });
});
afterEach(() => vi.unstubAllGlobals());

function answer(index: number, kind: 'load' | 'error') {
  if (kind === 'load') vi.stubGlobal('Stripe', () => provider);
  added[index]!.dispatchEvent(new Event(kind));
}

it('[ELEMENT-01] loads the script that the provider’s own loader would load', async () => {
  const failed = loadStripe('pk_test_1').catch(() => 'failed');
  expect(added.map(({ src }) => src)).toEqual([providerScriptUrl]);
  // It tries twice, and keeps what it waits for.
  answer(0, 'error');
  await waitFor(() => expect(added).toHaveLength(2));
  answer(1, 'error');
  expect(await failed).toBe('failed');
});

it('[CARE-05] takes the first answer of several attempts, and shares the script among forms', async () => {
  const first = loadProvider('pk_test_2', undefined, 0);
  const shared = loadProvider('pk_test_2', undefined, 0);
  const second = loadProvider('pk_test_2', undefined, 1);
  expect(added.map(({ src }) => src)).toEqual([providerScriptUrl, `${providerScriptUrl}?attempt=1`]);
  answer(1, 'error');
  answer(0, 'load');
  expect(await Promise.all([first, shared, second])).toEqual([provider, provider, provider]);
});

it('[ELEMENT-01] fails when the script cannot be loaded, and another attempt loads it', async () => {
  const failed = loadProvider('pk_test_3', '/sandbox.js', 0);
  answer(0, 'error');
  await expect(failed).rejects.toThrow('was not loaded');
  const again = loadProvider('pk_test_3', '/sandbox.js', 1);
  await waitFor(() => expect(added).toHaveLength(2));
  answer(1, 'load');
  expect(await again).toBe(provider);
});
