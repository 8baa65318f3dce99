import { getOffer, type Offer } from '@fareline/contracts';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { parseSearchUrl } from '../../search-query/search-query.ts';
import { renderElement } from '../../testing/harness.tsx';
import { ItineraryCard } from './itinerary-card.tsx';

const { query } = parseSearchUrl(new URLSearchParams('origin=LHR&destination=JFK&departureDate=2090-12-05'));
const bag = (name: string, total_amount: string | null, type = 'cabin_bag') => ({
  id: name,
  name,
  description: '',
  type,
  total_amount,
  total_currency: 'USD',
});
const show = (offer: Offer) =>
  renderElement(
    <ItineraryCard itinerary={{ key: offer.id, fares: [offer] }} query={query} now={0} withBag />,
  );

const slice = sampleSlice('LHR', 'JFK');
const none = { cabin: 0, checked: 0 };

describe('bag on the offer card', () => {
  it.each<[string, Partial<Offer>, string]>([
    ['a cabin bag alone', { included_bags: { cabin: 1, checked: 0 } }, '1 cabin bag'],
    ['several checked bags', { included_bags: { cabin: 0, checked: 2 } }, '2 checked bags'],
    ['both', { included_bags: { cabin: 1, checked: 1 } }, '1 cabin, 1 checked bag'],
    ['no bag', { included_bags: { cabin: 0, checked: 0 } }, 'No bag included'],
    [
      'bags of one direction',
      {
        slices: [
          { ...slice, included_bags: none },
          { ...slice, included_bags: { cabin: 1, checked: 1 } },
        ],
      },
      'Out: no bag; back: 1 cabin, 1 checked bag',
    ],
    [
      'more bags in one direction',
      {
        slices: [
          { ...slice, included_bags: { cabin: 1, checked: 0 } },
          { ...slice, included_bags: { cabin: 1, checked: 2 } },
        ],
      },
      'Out: 1 cabin bag; back: 1 cabin, 2 checked bags',
    ],
    ['a cabin bag for sale', { available_services: [bag('Extra cabin bag', '20')] }, 'No bag included'],
  ])('[FILTER-14] [LIST-02] says in words what is included: %s', (_, changes, expected) => {
    show(sampleOffer({ id: 'a', total_amount: '400', ...changes }));
    expect(screen.getByText(/Rules not stated$/).textContent).toBe(`${expected} · Rules not stated`);
  });

  it('does not announce that the bag price is unknown', () => {
    show(sampleOffer({ id: 'b', total_amount: '400' }));
    expect(screen.getByText('Bag price not known yet')).toBeTruthy();
    expect(screen.getByRole('article').innerHTML).not.toMatch(/role="(status|alert)"|aria-live/);
  });

  it('lets the visitor retry a failed bag price request, announces both results and keeps the focus in the card', async () => {
    const offer = sampleOffer({ id: 'c', total_amount: '400' });
    respondTo(getOffer, () =>
      requestsTo(getOffer).length === 1
        ? errorResponse('PROVIDER_UNAVAILABLE')
        : { body: { ...offer, listed: null } },
    );
    show(offer);
    const card = within(screen.getByRole('article'));
    const findAnnouncement = (text: string) =>
      screen.findByText(text, { selector: 'body > [role="status"]' });
    await userEvent.click(screen.getByRole('button', { name: 'Check bag price' }));
    expect(await findAnnouncement('The bag price could not be asked for')).toBeTruthy();
    expect(card.getByText('The bag price could not be asked for')).toBeTruthy();
    expect(getFocused()).toBe(screen.getByRole('button', { name: 'Check bag price' }));
    await userEvent.keyboard('{Enter}');
    expect(await findAnnouncement('The airline does not tell what a checked bag costs')).toBeTruthy();
    expect(card.getByText('The airline does not tell what a checked bag costs')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check bag price' })).toBeNull();
    expect(getFocused()).toBe(screen.getByRole('link', { name: 'View Details' }));
  });
});
