import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { KeptScroll } from './kept-scroll.tsx';

const To = ({ place }: { place: number }) => {
  useLayoutEffect(() => window.scrollTo(0, place), [place]);
  return null;
};

afterEach(() => window.scrollTo(0, 0));

it('stays where the visitor has scrolled when what is drawn first goes to the top', () => {
  window.scrollTo(0, 300);
  render(
    <KeptScroll>
      <To place={0} />
    </KeptScroll>,
  );
  expect(window.scrollY).toBe(300);
});

it('leaves to what is drawn where a page begins that nobody has scrolled, and every later move', () => {
  const { rerender } = render(
    <KeptScroll>
      <To place={120} />
    </KeptScroll>,
  );
  expect(window.scrollY).toBe(120);
  rerender(
    <KeptScroll>
      <To place={40} />
    </KeptScroll>,
  );
  expect(window.scrollY).toBe(40);
});
