import { sampleOffer } from '@fareline/contracts/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VirtualOfferList } from './virtual-offer-list.tsx';

const offers = Array.from({ length: 2000 }, (_, n) =>
  sampleOffer({ id: `off_${n}`, total_amount: String(100 + n) }),
);
const items = () => screen.getAllByRole('listitem');
const getPositions = () => items().map((item) => Number(item.getAttribute('aria-posinset')));
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

// The DOM environment has no layout: every card is 200 px high, and the list scrolls with the window.
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

it('renders fewer than 20 of 2,000 offers, each with its position and the size of the list', () => {
  show();
  expect(items().length).toBeLessThan(20);
  expect(items()[0]?.getAttribute('aria-posinset')).toBe('1');
  expect(items()[0]?.getAttribute('aria-setsize')).toBe('2000');
  scrollTo(50_000);
  expect(getPositions().filter((number) => number > 100 && number < 1000).length).toBeGreaterThan(5);
  expect(items().length).toBeLessThan(20);
});

it('keeps the DOM order equal to the list order, with the first and last item rendered', () => {
  show();
  scrollTo(50_000);
  expect(getPositions()).toEqual([...getPositions()].sort((a, b) => a - b));
  expect([getPositions()[0], getPositions().at(-1)]).toEqual([1, 2000]);
});

it('keeps the focus while the list is scrolled, and Tab moves on from the focused item', async () => {
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

it('restores the measured height of a list that is mounted again', () => {
  vi.stubGlobal('innerHeight', 5000);
  const { unmount } = show('another search');
  const heightBefore = screen.getByRole('list').style.height;
  unmount();
  vi.unstubAllGlobals();
  const { unmount: unmountAgain } = show('another search');
  expect(screen.getByRole('list').style.height).toBe(heightBefore);
  unmountAgain();
  show('a third search');
  expect(screen.getByRole('list').style.height).not.toBe(heightBefore);
});
