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
const asked = sampleOffer('asked', '215');
const spoken = () => document.querySelector('body > [role="status"]')?.textContent;
const shown = () =>
  screen
    .getAllByRole('link', { name: 'View Details' })
    .map((link) => /flight\/(\w+)/.exec(link.getAttribute('href') ?? '')?.[1]);

const flights = flightsStub();
eventStreamStub();
beforeEach(() => {
  sessionStorage.clear();
});

/** A list of these, and what the airline says of the one bag it is asked about. */
function list(offers: Offer[], answered = Promise.resolve()) {
  flights.respondWith(async ({ path }) => {
    if (!path.includes('/offer/')) return { body: { offers, total_count: offers.length } };
    await answered;
    return { body: { ...asked, checked_bag: paid, listed: null } };
  });
  renderScreen(ResultsPage, { path: '/search', at });
}

it('the price of a bag is announced, and the focus goes on to the card in its new place', async () => {
  list([asked, sampleOffer('dear', '900'), sampleOffer('cheap', '100')]);
  await screen.findByText('3 of 3 flights found');
  expect(shown()).toEqual(['cheap', 'asked', 'dear']);
  const card = within(screen.getAllByRole('article')[1] as HTMLElement);
  await userEvent.click(card.getByRole('button', { name: 'Check bag price' }));
  await waitFor(() => expect(spoken()).toBe('With a checked bag: $225'));
  await waitFor(() => expect(shown()[0]).toBe('asked'));
  await waitFor(() => expect(document.activeElement?.getAttribute('href')).toContain('/flight/asked'));
});

it('a card that is sorted out of sight leaves the focus at the top of the list', async () => {
  // The simulated page has no layout: every card is 200 px high.
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200);
  onTestFinished(() => height.mockRestore());
  const others = Array.from({ length: 29 }, (_, n) =>
    sampleOffer(`off_${n}`, String(200 + n), { checked_bag: paid }),
  );
  list([...others, asked]);
  await userEvent.click(await screen.findByRole('button', { name: 'Check bag price' }));
  await waitFor(() => expect(spoken()).toBe('With a checked bag: $225'));
  await waitFor(() => expect(shown()).not.toContain('asked'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('30 of 30 flights found'));
});

it('somebody who went on meanwhile keeps the focus', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  list([asked], promise);
  await userEvent.click(await screen.findByRole('button', { name: 'Check bag price' }));
  const bag = screen.getByRole('switch', { name: 'With a checked bag' });
  bag.focus();
  resolve();
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('$225'));
  expect(document.activeElement).toBe(bag);
});
