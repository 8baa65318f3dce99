import { staysLoading } from '@fareline/contracts/promises';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { LoadingText } from './loading-text.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const countNotes = () => screen.queryAllByText(staysLoading, { ignore: '[role=status]' }).length;

it('[CARE-05] a loading text says after ten seconds that it is slow, for as long as it loads', () => {
  const { rerender } = render(<LoadingText>Loading</LoadingText>);
  act(() => void vi.advanceTimersByTime(9_999));
  expect(countNotes()).toBe(0);
  act(() => void vi.advanceTimersByTime(1));
  expect(countNotes()).toBe(1);
  rerender(<p>Loaded</p>);
  expect(countNotes()).toBe(0);
});

it('[CARE-05] a text that says itself how long it may take has no note', () => {
  render(<LoadingText isLong>It can take a few minutes</LoadingText>);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(countNotes()).toBe(0);
});

it('[CARE-05] a button that was pressed says after ten seconds that it is slow, for as long as it is busy', () => {
  const { rerender } = render(<Button loading>Sending...</Button>);
  const note = () => screen.queryByText(/^This takes longer than usual/, { ignore: '[role=status]' });
  act(() => void vi.advanceTimersByTime(9_999));
  expect(note()).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(note()?.textContent).toBe('This takes longer than usual. You need not press again.');
  expect(screen.getByRole('status').textContent).toBe(note()?.textContent);
  rerender(<Button>Send message</Button>);
  expect(note()).toBeNull();
});
