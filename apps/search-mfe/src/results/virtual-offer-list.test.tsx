import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOffer } from '../testing/sample-offer.ts';
import { VirtualOfferList } from './virtual-offer-list.tsx';

const offers = Array.from({ length: 2000 }, (_, n) => sampleOffer(`off_${n}`, String(100 + n)));
const items = () => screen.getAllByRole('listitem');
const numbers = () => items().map((item) => Number(item.getAttribute('aria-posinset')));
const show = (name = 'a search') =>
  render(
    <VirtualOfferList name={name} offers={offers}>
      {(offer) => <a href={`/flight/${offer.id}`}>{offer.id}</a>}
    </VirtualOfferList>,
  );

function scrollTo(top: number) {
  act(() => {
    window.scrollTo({ top, behavior: 'instant' });
    window.dispatchEvent(new Event('scroll'));
  });
}

// The simulated page has no layout: every card is 200 px high, and a place in the list is as far down as it says.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 800, 200),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  window.scrollTo({ top: 0, behavior: 'instant' });
});

it('2,000 flights are a handful in the page, each with its place and the number of all', () => {
  show();
  expect(items().length).toBeLessThan(20);
  expect(items()[0]?.getAttribute('aria-posinset')).toBe('1');
  expect(items()[0]?.getAttribute('aria-setsize')).toBe('2000');
  scrollTo(50_000);
  expect(numbers().filter((number) => number > 100 && number < 1000).length).toBeGreaterThan(5);
  expect(items().length).toBeLessThan(20);
});

it('the order in the page is the order that is read, with the ends of the list at its ends', () => {
  show();
  scrollTo(50_000);
  expect(numbers()).toEqual([...numbers()].sort((a, b) => a - b));
  expect([numbers()[0], numbers().at(-1)]).toEqual([1, 2000]);
});

it('the focus stays where it is while the list is scrolled, and Tab goes on from there', async () => {
  show();
  act(() => screen.getByText('off_2').focus());
  scrollTo(50_000);
  expect(document.activeElement?.textContent).toBe('off_2');
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('off_3');
  await userEvent.tab({ shift: true });
  await userEvent.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe('off_1');
});

it('a list that comes back is as long as it was left, although less of it is looked at', () => {
  vi.stubGlobal('innerHeight', 5000);
  const { unmount } = show('another search');
  const left = screen.getByRole('list').style.height;
  unmount();
  vi.unstubAllGlobals();
  const { unmount: unmountAgain } = show('another search');
  expect(screen.getByRole('list').style.height).toBe(left);
  unmountAgain();
  show('a third search');
  expect(screen.getByRole('list').style.height).not.toBe(left);
});
