import { staysLoading } from '@fareline/contracts/promises';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyWithRetry } from './lazy-with-retry.tsx';

const Panel = ({ name }: { name: string }) => <p>Panel of {name}</p>;

/** A lazy component whose n-th load behaves like `fetches[n]`; the last entry repeats. */
function lazyPanel(fetches: (() => Promise<unknown>)[]) {
  let attempts = 0;
  const Part = lazyWithRetry<{ name: string }>(async () => {
    await fetches[Math.min(attempts++, fetches.length - 1)]!();
    return { default: Panel };
  });
  return { Part, attempts: () => attempts };
}
const succeed = () => Promise.resolve();
const fail = () => Promise.reject(new Error('offline'));

describe('lazyWithRetry', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  it('shows the fallback during the first load and renders loaded code without it', async () => {
    const { Part, attempts } = lazyPanel([succeed]);
    const { unmount } = render(<Part name="dates" fallback={<p>Coming</p>} />);
    expect(screen.getByText('Coming')).toBeTruthy();
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
    unmount();
    render(<Part name="again" fallback={<p>Coming</p>} />);
    expect(screen.getByText('Panel of again')).toBeTruthy();
    expect(attempts()).toBe(1);
  });

  it('shows an error after a failed load, keeps the surrounding page and retries until the load succeeds', async () => {
    const { Part, attempts } = lazyPanel([fail, fail, succeed]);
    render(
      <form>
        <input aria-label="Typed" defaultValue="kept" />
        <Part name="dates" />
      </form>,
    );
    expect((await screen.findByRole('alert')).textContent).toMatch(/check your connection/);
    expect(screen.getByLabelText('Typed')).toHaveProperty('value', 'kept');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(attempts()).toBe(2);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText('Panel of dates')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[CARE-05] says after ten seconds that the load is slow, and takes the late code', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { Part } = lazyPanel([() => promise]);
    const findNotes = () => screen.queryAllByText(staysLoading, { ignore: '[role=status]' });
    const { rerender } = render(<Part name="dates" fallback={<p>Coming</p>} />);
    await act(() => vi.advanceTimersByTimeAsync(9_900));
    expect(findNotes()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(600_000));
    expect(findNotes()).toHaveLength(1);
    expect(screen.getByText('Coming')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    rerender(<Part name="dates" slowFallback={null} />);
    expect(findNotes()).toEqual([]);
    await act(async () => resolve());
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
  });

  it('retries on render after a preload failed', async () => {
    const { Part } = lazyPanel([fail, succeed]);
    await act(async () => Part.preload());
    render(<Part name="dates" />);
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
  });

  it('stops retrying when it is unmounted', async () => {
    const { Part, attempts } = lazyPanel([fail]);
    const { unmount } = render(<Part name="dates" />);
    await screen.findByRole('alert');
    unmount();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(attempts()).toBe(1);
  });

  it('retries immediately when it is mounted again after a failed load', async () => {
    const { Part, attempts } = lazyPanel([fail, succeed]);
    const { unmount } = render(<Part name="dates" />);
    await screen.findByRole('alert');
    unmount();
    render(<Part name="dates" />);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(attempts()).toBe(2);
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
  });
});
