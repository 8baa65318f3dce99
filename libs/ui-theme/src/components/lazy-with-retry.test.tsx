import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyWithRetry } from './lazy-with-retry.tsx';

const Panel = ({ name }: { name: string }) => <p>Panel of {name}</p>;

/** A part whose code is fetched as told, attempt by attempt. */
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

describe('a component whose code comes later', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  it('is waited for in its own place, and drawn at once when it is needed again', async () => {
    const { Part, attempts } = lazyPanel([succeed]);
    const { unmount } = render(<Part name="dates" fallback={<p>Coming</p>} />);
    expect(screen.getByText('Coming')).toBeTruthy();
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
    unmount();
    render(<Part name="again" fallback={<p>Coming</p>} />);
    expect(screen.getByText('Panel of again')).toBeTruthy();
    expect(attempts()).toBe(1);
  });

  it('that cannot be fetched says so, leaves what is around it alone, and comes when it can', async () => {
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

  it('may be fetched ahead; a failure then is told when it is needed', async () => {
    const { Part } = lazyPanel([fail, succeed]);
    await act(async () => Part.preload());
    render(<Part name="dates" />);
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
  });

  it('is not asked for any more once it is not needed', async () => {
    const { Part, attempts } = lazyPanel([fail]);
    const { unmount } = render(<Part name="dates" />);
    await screen.findByRole('alert');
    unmount();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(attempts()).toBe(1);
  });

  it('that could not be fetched is asked for at once where it is needed again', async () => {
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
