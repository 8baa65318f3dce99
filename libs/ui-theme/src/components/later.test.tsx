import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { later } from './later.tsx';

const Panel = ({ name }: { name: string }) => <p>Panel of {name}</p>;

/** A part whose code is fetched as told, attempt by attempt. */
function part(fetches: (() => Promise<unknown>)[]) {
  let attempts = 0;
  const Later = later<{ name: string }>(async () => {
    await fetches[Math.min(attempts++, fetches.length - 1)]!();
    return { default: Panel };
  });
  return { Later, attempts: () => attempts };
}
const works = () => Promise.resolve();
const breaks = () => Promise.reject(new Error('offline'));

describe('a component whose code comes later', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  it('is waited for in its own place, and drawn at once when it is needed again', async () => {
    const { Later, attempts } = part([works]);
    const { unmount } = render(<Later name="dates" waiting={<p>Coming</p>} />);
    expect(screen.getByText('Coming')).toBeTruthy();
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
    unmount();
    render(<Later name="again" waiting={<p>Coming</p>} />);
    expect(screen.getByText('Panel of again')).toBeTruthy();
    expect(attempts()).toBe(1);
  });

  it('that cannot be fetched says so, leaves what is around it alone, and comes when it can', async () => {
    const { Later, attempts } = part([breaks, breaks, works]);
    render(
      <form>
        <input aria-label="Typed" defaultValue="kept" />
        <Later name="dates" />
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
    const { Later } = part([breaks, works]);
    await act(async () => Later.prepare());
    render(<Later name="dates" />);
    expect(await screen.findByText('Panel of dates')).toBeTruthy();
  });

  it('is not asked for any more once it is not needed', async () => {
    const { Later, attempts } = part([breaks]);
    const { unmount } = render(<Later name="dates" />);
    await screen.findByRole('alert');
    unmount();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(attempts()).toBe(1);
  });
});
