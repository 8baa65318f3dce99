import { getOffer, type Offer } from '@fareline/contracts';
import { sampleCarrier, sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { allRequests, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { renderElement } from '../testing/harness.tsx';
import { OfferCard } from './offer-card.tsx';

const { query } = parseSearchUrl(
  new URLSearchParams('origin=LHR&destination=JFK&departureDate=2026-12-05&returnDate=2026-12-12&adults=2'),
);

const renderCard = (offer: Offer, expired = false) =>
  renderElement(<OfferCard offer={offer} query={query} expired={expired} />);

function show(offer: Offer, expired = false) {
  renderCard(offer, expired);
  return screen.queryByRole('article');
}

describe('offer card', () => {
  it('[CARD-09] renders nothing without an outbound segment', () => {
    expect(show(sampleOffer({ id: 'a', total_amount: '100', slices: [] }))).toBeNull();
    expect(
      show(
        sampleOffer({
          id: 'b',
          total_amount: '100',
          slices: [{ ...sampleSlice('LHR', 'JFK'), segments: [] }],
        }),
      ),
    ).toBeNull();
  });

  it('[CARD-10] shows placeholders for missing names, codes and dates', () => {
    const outbound = sampleSlice('LHR', 'JFK');
    const card = show(
      sampleOffer({
        id: 'a',
        total_amount: '100',
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
    // The invalid departure has neither time nor date, and the origin has no code.
    expect(card?.textContent?.match(/N\/A/g)).toHaveLength(3);
    expect(card?.textContent).toContain('17:30');
    const [first] = outbound.segments;
    Object.assign(first!, { arriving_at: null });
    renderElement(
      <OfferCard
        offer={sampleOffer({ id: 'b', slices: [{ ...outbound, arrival_time: null }] })}
        query={query}
        expired={false}
      />,
    );
    const withoutArrival = screen.getAllByRole('article')[1]?.textContent;
    expect(withoutArrival).toContain('09:00');
    // Neither time nor date of the arrival.
    expect(withoutArrival?.match(/N\/A/g)).toHaveLength(2);
  });

  it('[CARD-07] shows the amount as received, in USD without a currency', () => {
    expect(
      show(sampleOffer({ id: 'a', total_amount: '1234.50', total_currency: '' }))?.textContent,
    ).toContain('$1,234.50');
  });

  it('marks an expired offer and shows no link', () => {
    expect(show(sampleOffer({ id: 'a', total_amount: '100' }), true)?.textContent).toContain('Expired');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('[CARD-06] shows the Refundable badge only for true', () => {
    for (const refundable of [null, false]) {
      const offer = sampleOffer({ id: 'a', conditions: sampleConditions({ refundable }) });
      const { unmount } = renderCard(offer);
      expect(screen.getByRole('article').textContent).not.toContain('Refundable');
      unmount();
    }
    const refundable = sampleOffer({ id: 'b', total_amount: '100' });
    refundable.conditions.refundable = true;
    renderCard(refundable);
    expect(screen.getByText('Refundable')).toBeTruthy();
  });

  it('[CARD-01] [CARD-02] [CARD-03] [CARD-04] shows both slices with times, dates, places, duration and stops', () => {
    const card = show(
      sampleOffer({
        id: 'a',
        total_amount: '400',
        owner: { ...sampleCarrier('BA', 'British Airways'), logo_url: 'https://logos.example/ba.svg' },
        slices: [
          sampleSlice('LHR', 'JFK', { duration: 'PT8H30M' }),
          sampleSlice('JFK', 'LHR', {
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
    expect(card?.innerHTML).toContain('src="https://logos.example/ba.svg"');
  });

  it('[CARD-04] counts several stops', () => {
    const slice = sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB'] });
    expect(show(sampleOffer({ slices: [slice] }))?.textContent).toContain('2 Stops');
  });

  it('[CARD-11] [FORMAT-10] shows +1 only for an arrival on the next day', () => {
    const { unmount } = renderCard(sampleOffer());
    expect(screen.getByRole('article').textContent).not.toContain('+1');
    unmount();
    expect(
      show(
        sampleOffer({
          id: 'a',
          total_amount: '400',
          slices: [sampleSlice('LHR', 'JFK', { arrives: '2026-12-06T01:00:00' })],
        }),
      )?.textContent,
    ).toContain('+1');
  });

  it('[CARD-05] shows the Multiple Airlines badge only for several marketing carriers', () => {
    const { unmount } = renderCard(sampleOffer());
    expect(screen.getByRole('article').textContent).not.toContain('Multiple Airlines');
    unmount();
    const offer = sampleOffer({
      id: 'a',
      total_amount: '400',
      slices: [sampleSlice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] })],
    });
    expect(show(offer)?.textContent).toContain('Multiple Airlines');
  });

  it('[CARD-08] links View Details with the search in the URL', () => {
    show(sampleOffer({ id: 'off_1', total_amount: '400' }));
    const url = screen.getByRole('link', { name: 'View Details' }).getAttribute('href') ?? '';
    expect(url).toMatch(/^\/flight\/off_1\?/);
    expect(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).toEqual({
      from_origin: 'LHR',
      from_destination: 'JFK',
      from_departureDate: '2026-12-05',
      from_returnDate: '2026-12-12',
      from_cabinClass: 'economy',
      from_adults: '2',
      from_children: '0',
      from_infants: '0',
    });
  });

  it('shows the airports, the itinerary notes, the emissions, and the price in total and per person', () => {
    const offer = sampleOffer({
      id: 'a',
      total_amount: '401',
      total_emissions_kg: '800',
      passengers: [
        { id: 'pas_1', type: 'adult' },
        { id: 'pas_2', type: 'adult' },
      ],
    });
    offer.slices[0]!.origin.name = 'London Heathrow Airport';
    offer.slices[0]!.segments[0]!.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
    renderElement(<OfferCard offer={offer} query={query} expired={false} medianEmissions={500} />);
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
    const paid = sampleOffer({
      id: 'a',
      total_amount: '400',
      checked_bag: { status: 'paid', total_amount: '80' },
    });
    const { unmount } = renderElement(<OfferCard offer={paid} query={query} expired={false} withBag />);
    expect(screen.getByText('$480')).toBeTruthy();
    expect(screen.getByText('with a checked bag')).toBeTruthy();
    unmount();

    respondTo(getOffer, () => ({ body: { ...paid, id: 'b', listed: null } }));
    const onBagPriceLoaded = vi.fn();
    const offer = sampleOffer({ id: 'b', total_amount: '400' });
    renderElement(
      <OfferCard offer={offer} query={query} expired={false} withBag onBagPriceLoaded={onBagPriceLoaded} />,
    );
    expect(screen.getByText('$400')).toBeTruthy();
    expect(screen.getByText('Bag price not known yet')).toBeTruthy();
    expect(allRequests()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Check bag price' }));
    await waitFor(() => expect(onBagPriceLoaded).toHaveBeenCalledWith('b', paid.checked_bag));
    expect(requestsTo(getOffer).map(({ params }) => params)).toEqual([{ id: 'b' }]);
  });

  it('[FORMAT-04] shows no price with a bag when the fare cannot be parsed', () => {
    const offer = sampleOffer({
      id: 'a',
      total_amount: 'a lot',
      checked_bag: { status: 'paid', total_amount: '80' },
    });
    renderElement(<OfferCard offer={offer} query={query} expired={false} withBag />);
    expect(screen.getByText('USD N/A')).toBeTruthy();
  });
});
