import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PreserveScroll } from './preserve-scroll.tsx';

const ScrollTo = ({ place }: { place: number }) => {
  useLayoutEffect(() => window.scrollTo(0, place), [place]);
  return null;
};

afterEach(() => window.scrollTo(0, 0));

it('stays where the visitor has scrolled when what is drawn first goes to the top', () => {
  window.scrollTo(0, 300);
  render(
    <PreserveScroll>
      <ScrollTo place={0} />
    </PreserveScroll>,
  );
  expect(window.scrollY).toBe(300);
});

it('leaves to what is drawn where a page begins that nobody has scrolled, and every later move', () => {
  const { rerender } = render(
    <PreserveScroll>
      <ScrollTo place={120} />
    </PreserveScroll>,
  );
  expect(window.scrollY).toBe(120);
  rerender(
    <PreserveScroll>
      <ScrollTo place={40} />
    </PreserveScroll>,
  );
  expect(window.scrollY).toBe(40);
});
