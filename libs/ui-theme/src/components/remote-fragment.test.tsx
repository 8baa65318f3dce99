import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FragmentProvider, RemoteFragment, type LoadFragment } from './remote-fragment.tsx';

const Trip = () => <p>Paris</p>;

function renderFragment(load: LoadFragment) {
  render(
    <FragmentProvider value={load}>
      <h1>Home</h1>
      <RemoteFragment name="account/next-trip" props={{}} fallback={<p>No trip</p>} />
    </FragmentProvider>,
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each<[string, LoadFragment]>([
  ['cannot be loaded', () => Promise.reject(new Error('404'))],
  ['never comes', () => new Promise<never>(() => undefined)],
  ['comes too late', () => new Promise((resolve) => void setTimeout(() => resolve(Trip), 3001))],
  [
    'throws',
    () =>
      Promise.resolve(() => {
        throw new Error('a field is missing');
      }),
  ],
])('a fragment that %s leaves its fallback and the page', async (_case, load) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderFragment(load);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('No trip')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Home' })).toBeDefined();
  expect(screen.queryByText('Paris')).toBeNull();
});

it('a fragment takes the place of its fallback', async () => {
  renderFragment(() => Promise.resolve(Trip));
  expect(screen.getByText('No trip')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText('Paris')).toBeDefined();
  expect(screen.queryByText('No trip')).toBeNull();
});
