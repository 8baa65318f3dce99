import type { Offer } from '@fareline/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleOffer, slice } from '../testing/sample-offer.ts';
import { flightsStub } from '../testing/flights-stub.ts';
import { OfferCard } from './offer-card.tsx';

const { query } = parseSearchUrl(
  new URLSearchParams('origin=LHR&destination=JFK&departureDate=2026-12-05&returnDate=2026-12-12&adults=2'),
);

function show(offer: Offer, expired = false) {
  renderScreen(() => <OfferCard offer={offer} query={query} expired={expired} />);
  return screen.queryByRole('article');
}

describe('offer card', () => {
  const flights = flightsStub();
  it('[CARD-09] renders nothing without an outbound segment', () => {
    expect(show(sampleOffer('a', '100', { slices: [] }))).toBeNull();
    expect(show(sampleOffer('b', '100', { slices: [{ ...slice('LHR', 'JFK'), segments: [] }] }))).toBeNull();
  });

  it('[CARD-10] shows placeholders for missing names, codes and dates', () => {
    const outbound = slice('LHR', 'JFK');
    const card = show(
      sampleOffer('a', '100', {
        owner: { name: null, iata_code: null, logo_url: null },
        slices: [
          {
            ...outbound,
            departure_time: 'tomorrow',
            origin: { ...outbound.origin, iata_code: null, city_name: null },
          },
        ],
      }),
    );
    expect(card?.textContent).toContain('Airline');
    expect(card?.textContent?.match(/N\/A/g)).toHaveLength(3);
  });

  it('[CARD-07] shows the amount as received, in USD without a currency', () => {
    expect(show(sampleOffer('a', '1234.50', { total_currency: '' }))?.textContent).toContain('$1,234.50');
  });

  it('marks an expired offer and shows no link', () => {
    expect(show(sampleOffer('a', '100'), true)?.textContent).toContain('Expired');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('[CARD-06] shows the Refundable badge only for true', () => {
    const offer = sampleOffer('a', '100');
    offer.conditions.refundable = null;
    expect(show(offer)?.textContent).not.toContain('Refundable');
    const refundable = sampleOffer('b', '100');
    refundable.conditions.refundable = true;
    renderScreen(() => <OfferCard offer={refundable} query={query} expired={false} />);
    expect(screen.getByText('Refundable')).toBeTruthy();
  });

  it('[CARD-01] [CARD-02] [CARD-03] [CARD-04] shows both slices with times, dates, places, duration and stops', () => {
    const card = show(
      sampleOffer('a', '400', {
        slices: [
          slice('LHR', 'JFK', { duration: 'PT8H30M' }),
          slice('JFK', 'LHR', {
            stops: ['AMS'],
            departs: '2026-12-12T18:00:00',
            arrives: '2026-12-13T09:05:00',
            duration: 'PT11H',
          }),
        ],
      }),
    );
    const text = card?.textContent ?? '';
    for (const part of ['British Airways', '09:00', 'Sat, Dec 5', '17:30', 'LHR London', 'JFK New York']) {
      expect(text).toContain(part);
    }
    for (const part of ['8h 30m', 'Direct', '11h', '1 Stop', 'AMS', '18:00', 'Sun, Dec 13']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Return: ');
  });

  it('[CARD-11] [FORMAT-10] shows +1 for an arrival on the next day', () => {
    expect(
      show(sampleOffer('a', '400', { slices: [slice('LHR', 'JFK', { arrives: '2026-12-06T01:00:00' })] }))
        ?.textContent,
    ).toContain('+1');
  });

  it('[CARD-05] shows the Multiple Airlines badge for several marketing carriers', () => {
    const offer = sampleOffer('a', '400', {
      slices: [slice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] })],
    });
    expect(show(offer)?.textContent).toContain('Multiple Airlines');
  });

  it('[CARD-08] links View Details with the search in the URL', () => {
    show(sampleOffer('off_1', '400'));
    const url = screen.getByRole('link', { name: 'View Details' }).getAttribute('href') ?? '';
    expect(url).toMatch(/^\/flight\/off_1\?/);
    expect(new URLSearchParams(url.split('?')[1]).get('from_adults')).toBe('2');
    expect(url).toContain('from_returnDate=2026-12-12');
  });

  it('shows the airports, the itinerary notes, the emissions, and the price in total and per person', () => {
    const offer = sampleOffer('a', '401', {
      total_emissions_kg: '800',
      passengers: [
        { id: 'pas_1', type: 'adult' },
        { id: 'pas_2', type: 'adult' },
      ],
    });
    offer.slices[0]!.origin.name = 'London Heathrow Airport';
    offer.slices[0]!.segments[0]!.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
    renderScreen(() => <OfferCard offer={offer} query={query} expired={false} medianEmissions={500} />);
    for (const text of [
      'Heathrow',
      'Operated by Loganair',
      '400 kg CO2 per person, 20% below the median',
      'for 2 travellers',
      '$200.50 per person',
    ])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('includes the checked bag in the price, and loads an unknown bag price only on request', async () => {
    const paid = sampleOffer('a', '400', { checked_bag: { status: 'paid', total_amount: '80' } });
    const { unmount } = renderScreen(() => <OfferCard offer={paid} query={query} expired={false} withBag />);
    expect(screen.getByText('$480')).toBeTruthy();
    expect(screen.getByText('with a checked bag')).toBeTruthy();
    unmount();

    flights.respondWith(() => ({ body: { ...paid, id: 'b', listed: null } }));
    const onBagPriceLoaded = vi.fn();
    const offer = sampleOffer('b', '400');
    renderScreen(() => (
      <OfferCard offer={offer} query={query} expired={false} withBag onBagPriceLoaded={onBagPriceLoaded} />
    ));
    expect(screen.getByText('$400')).toBeTruthy();
    expect(screen.getByText('Bag price not known yet')).toBeTruthy();
    expect(flights.requests).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Check bag price' }));
    await waitFor(() => expect(onBagPriceLoaded).toHaveBeenCalledWith('b', paid.checked_bag));
    expect(flights.requests.map(({ path }) => path)).toEqual(['/api/flights/offer/b']);
  });

  it('[FORMAT-04] shows no price with a bag when the fare cannot be parsed', () => {
    const offer = sampleOffer('a', 'a lot', { checked_bag: { status: 'paid', total_amount: '80' } });
    renderScreen(() => <OfferCard offer={offer} query={query} expired={false} withBag />);
    expect(screen.getByText('USD N/A')).toBeTruthy();
  });
});
