import { getOffer, type Offer } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getAnnouncement, getFocused } from '@fareline/ui-theme/testing';
import { asSeparateFlights, renderElement, serveSearch } from '../../testing/harness.tsx';
import '../../testing/progress-streams.ts';
import { Component as ResultsPage } from '../results-page.tsx';

const at = '/search?origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=1&bag=checked';
const paid = { status: 'paid' as const, total_amount: '10.00' };
const requested = sampleOffer({ id: 'requested', total_amount: '215' });
const getShownIds = () =>
  screen
    .getAllByRole('link', { name: 'View Details' })
    .map((link) => /flight\/(\w+)/.exec(link.getAttribute('href') ?? '')?.[1]);

/** Renders the results with these offers; the bag price of one offer is returned after `ready`. */
function renderResults(offers: Offer[], ready = Promise.resolve()) {
  serveSearch(asSeparateFlights(offers));
  respondTo(getOffer, async () => {
    await ready;
    return { body: { ...requested, checked_bag: paid, listed: null } };
  });
  renderElement(<ResultsPage />, { url: at });
}

it('announces the loaded bag price and moves the focus to the card at its new position', async () => {
  renderResults([
    requested,
    sampleOffer({ id: 'dear', total_amount: '900' }),
    sampleOffer({ id: 'cheap', total_amount: '100' }),
  ]);
  await screen.findByText('3 of 3 flights found');
  expect(getShownIds()).toEqual(['cheap', 'requested', 'dear']);
  const card = within(screen.getAllByRole('article')[1] as HTMLElement);
  await userEvent.click(card.getByRole('button', { name: 'Check bag price' }));
  await waitFor(() => expect(getAnnouncement()).toBe('With a checked bag: $225'));
  await waitFor(() => expect(getShownIds()[0]).toBe('requested'));
  await waitFor(() => expect(document.activeElement?.getAttribute('href')).toContain('/flight/requested'));
});

it('keeps the focus on an element that was focused in the meantime', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  renderResults([requested], promise);
  await userEvent.click(await screen.findByRole('button', { name: 'Check bag price' }));
  const bag = screen.getByRole('switch', { name: 'With a checked bag' });
  bag.focus();
  resolve();
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('$225'));
  expect(getFocused()).toBe(bag);
});
