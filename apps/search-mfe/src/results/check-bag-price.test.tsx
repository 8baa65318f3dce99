import type { Offer } from '@fareline/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { eventStreamStub } from '../testing/event-stream-stub.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleOffer } from '../testing/sample-offer.ts';
import { flightsStub } from '../testing/flights-stub.ts';
import { Component as ResultsPage } from './results-page.tsx';

const at = '/search?origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=1&bag=checked';
const paid = { status: 'paid' as const, total_amount: '10.00' };
const requested = sampleOffer('requested', '215');
const getAnnouncement = () => document.querySelector('body > [role="status"]')?.textContent;
const getShownIds = () =>
  screen
    .getAllByRole('link', { name: 'View Details' })
    .map((link) => /flight\/(\w+)/.exec(link.getAttribute('href') ?? '')?.[1]);

const flights = flightsStub();
eventStreamStub();
beforeEach(() => {
  sessionStorage.clear();
});

/** Renders the results with these offers; the bag price of one offer is returned after `ready`. */
function renderResults(offers: Offer[], ready = Promise.resolve()) {
  flights.respondWith(async ({ path }) => {
    if (!path.includes('/offer/')) return { body: { offers, total_count: offers.length } };
    await ready;
    return { body: { ...requested, checked_bag: paid, listed: null } };
  });
  renderScreen(ResultsPage, { path: '/search', at });
}

it('announces the loaded bag price and moves the focus to the card at its new position', async () => {
  renderResults([requested, sampleOffer('dear', '900'), sampleOffer('cheap', '100')]);
  await screen.findByText('3 of 3 flights found');
  expect(getShownIds()).toEqual(['cheap', 'requested', 'dear']);
  const card = within(screen.getAllByRole('article')[1] as HTMLElement);
  await userEvent.click(card.getByRole('button', { name: 'Check bag price' }));
  await waitFor(() => expect(getAnnouncement()).toBe('With a checked bag: $225'));
  await waitFor(() => expect(getShownIds()[0]).toBe('requested'));
  await waitFor(() => expect(document.activeElement?.getAttribute('href')).toContain('/flight/requested'));
});

it('moves the focus to the heading when the card is sorted out of view', async () => {
  // The DOM environment has no layout: every card is 200 px high.
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200);
  onTestFinished(() => height.mockRestore());
  const others = Array.from({ length: 29 }, (_, n) =>
    sampleOffer(`off_${n}`, String(200 + n), { checked_bag: paid }),
  );
  renderResults([...others, requested]);
  await userEvent.click(await screen.findByRole('button', { name: 'Check bag price' }));
  await waitFor(() => expect(getAnnouncement()).toBe('With a checked bag: $225'));
  await waitFor(() => expect(getShownIds()).not.toContain('requested'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('30 of 30 flights found'));
});

it('keeps the focus on an element that was focused in the meantime', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  renderResults([requested], promise);
  await userEvent.click(await screen.findByRole('button', { name: 'Check bag price' }));
  const bag = screen.getByRole('switch', { name: 'With a checked bag' });
  bag.focus();
  resolve();
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('$225'));
  expect(document.activeElement).toBe(bag);
});
