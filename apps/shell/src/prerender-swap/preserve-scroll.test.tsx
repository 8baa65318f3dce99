import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PreserveScroll } from './preserve-scroll.tsx';

const ScrollTo = ({ top }: { top: number }) => {
  useLayoutEffect(() => window.scrollTo(0, top), [top]);
  return null;
};

afterEach(() => window.scrollTo(0, 0));

it('keeps the scroll position of the visitor when the first render scrolls to the top', () => {
  window.scrollTo(0, 300);
  render(
    <PreserveScroll>
      <ScrollTo top={0} />
    </PreserveScroll>,
  );
  expect(window.scrollY).toBe(300);
});

it('does not change the scroll position set by its children when the page was not scrolled, nor on later renders', () => {
  const { rerender } = render(
    <PreserveScroll>
      <ScrollTo top={120} />
    </PreserveScroll>,
  );
  expect(window.scrollY).toBe(120);
  rerender(
    <PreserveScroll>
      <ScrollTo top={40} />
    </PreserveScroll>,
  );
  expect(window.scrollY).toBe(40);
});
