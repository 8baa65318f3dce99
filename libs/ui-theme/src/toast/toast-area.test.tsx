import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentToast, dismissToast, toast } from './toast-store.ts';
import ToastArea from './toast-area.tsx';
import { getFocused, queryToast } from '../testing/index.tsx';

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => {
    act(() => dismissToast());
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('[TOAST-02] a new toast replaces the previous one', () => {
    render(<ToastArea />);
    act(() => void toast({ title: 'First' }));
    act(() => void toast({ title: 'Second' }));
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getAllByText('Second').length).toBeGreaterThan(0);
  });

  it('[TOAST-02] dismissing a replaced toast does not close the new one', () => {
    const first = toast({ title: 'First' });
    toast({ title: 'Second' });
    dismissToast(first);
    expect(currentToast()).toMatchObject({ title: 'Second', open: true });
  });

  it('[TOAST-01] shows title, description, action and variant', () => {
    render(<ToastArea />);
    const action = { label: 'Stay here', altText: 'Stay on this page', onPress: () => undefined };
    act(() => void toast({ title: 'Search failed', description: 'Later.', variant: 'destructive', action }));
    expect(queryToast()?.textContent).toContain('Search failed');
    expect(queryToast()?.getAttribute('data-variant')).toBe('destructive');
    expect(screen.getByText('Later.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stay here' })).toBeTruthy();
  });

  it('[TOAST-03] closes after 5000 ms and is removed 1,000,000 ms later', () => {
    render(<ToastArea />);
    act(() => void toast({ title: 'Saved' }));
    act(() => void vi.advanceTimersByTime(4900));
    expect(currentToast()?.open).toBe(true);
    act(() => void vi.advanceTimersByTime(200));
    expect(currentToast()?.open).toBe(false);
    act(() => void vi.advanceTimersByTime(999_000));
    expect(currentToast()?.title).toBe('Saved');
    act(() => void vi.advanceTimersByTime(2000));
    expect(currentToast()).toBeUndefined();
  });

  it.each([
    [60, 0, false],
    [40, 0, true],
    [-60, 0, true],
    [0, 60, true],
  ])('[TOAST-04] after a swipe by %i px to the right and %i px down it is open: %s', (x, y, staysOpen) => {
    render(<ToastArea />);
    act(() => void toast({ title: 'Saved' }));
    const element = queryToast()!;
    const at = (part: number) => ({
      pointerId: 1,
      button: 0,
      clientX: 100 + x * part,
      clientY: 100 + y * part,
    });
    fireEvent.pointerDown(element, at(0));
    fireEvent.pointerMove(element, at(0.5));
    fireEvent.pointerMove(element, at(1));
    fireEvent.pointerUp(element, at(1));
    expect(currentToast()?.open).toBe(staysOpen);
  });

  it('[TOAST-05] F8 moves the focus to the toast area', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    render(<ToastArea />);
    act(() => void toast({ title: 'Saved' }));
    await user.keyboard('[F8]');
    expect(getFocused()).toBe(screen.getByRole('list'));
  });
});
