import { getOffer, type Offer } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { renderElement } from '../testing/harness.tsx';
import { OfferCard } from './offer-card.tsx';

const { query } = parseSearchUrl(new URLSearchParams('origin=LHR&destination=JFK&departureDate=2090-12-05'));
const bag = (name: string, total_amount: string | null, type = 'cabin_bag') => ({
  id: name,
  name,
  description: '',
  type,
  total_amount,
  total_currency: 'USD',
});
const cabinBag = bag('Cabin bag included', '0');
const included = { status: 'included' as const, total_amount: null };
const show = (offer: Offer) =>
  renderElement(<OfferCard offer={offer} query={query} expired={false} withBag />);

describe('bag on the offer card', () => {
  it.each<[string, Partial<Offer>, string | null]>([
    ['a cabin bag alone', { available_services: [cabinBag] }, 'Cabin bag included'],
    [
      'a checked bag as well',
      {
        available_services: [cabinBag, bag('Checked bag included', '0', 'baggage')],
        checked_bag: included,
      },
      'Checked bag included',
    ],
    ['a cabin bag for sale', { available_services: [bag('Extra cabin bag', '20')] }, null],
    ['a cabin bag of unknown price', { available_services: [bag('Extra cabin bag', null)] }, null],
    ['a checked bag for sale', { available_services: [bag('Extra checked bag', '35', 'baggage')] }, null],
    ['another bag', { available_services: [bag('Bag included', '0', 'other')] }, null],
  ])('[FILTER-14] shows the badge for %s', (_, changes, expected) => {
    show(sampleOffer({ id: 'a', total_amount: '400', ...changes }));
    const badge = screen.queryByText(/included$/i);
    expect(badge?.textContent ?? null).toBe(expected);
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
