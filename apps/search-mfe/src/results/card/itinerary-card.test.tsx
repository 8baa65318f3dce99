import { getOffer, type Carrier, type Offer, type Slice } from '@fareline/contracts';
import { sampleCarrier, sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { allRequests, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { getFocused, sentence } from '@fareline/ui-theme/testing';
import { parseSearchUrl } from '../../search-query/search-query.ts';
import { renderElement } from '../../testing/harness.tsx';
import { ItineraryCard } from './itinerary-card.tsx';

const { query } = parseSearchUrl(
  new URLSearchParams('origin=LHR&destination=JFK&departureDate=2026-12-05&returnDate=2026-12-12&adults=2'),
);

const toItinerary = (...fares: Offer[]) => ({ key: fares[0]!.id, fares });
const withCarrier = (slice: Slice, marketing_carrier: Carrier): Slice => ({
  ...slice,
  segments: slice.segments.map((segment) => ({ ...segment, marketing_carrier })),
});
const renderCard = (offer: Offer, props: Partial<ComponentProps<typeof ItineraryCard>> = {}) =>
  renderElement(<ItineraryCard itinerary={toItinerary(offer)} query={query} now={0} {...props} />);

function show(...card: Parameters<typeof renderCard>) {
  renderCard(...card);
  return screen.queryAllByRole('article').at(-1);
}

describe('itinerary card', () => {
  it('[CARD-09] renders nothing without an outbound segment', () => {
    expect(show(sampleOffer({ slices: [] }))).toBeUndefined();
    expect(show(sampleOffer({ slices: [{ ...sampleSlice('LHR', 'JFK'), segments: [] }] }))).toBeUndefined();
  });

  it('[CARD-10] shows placeholders for missing names, codes and dates', () => {
    const outbound = sampleSlice('LHR', 'JFK');
    const owner = { name: null, iata_code: null, logo_url: null };
    const origin = { ...outbound.origin, iata_code: null, city_name: null };
    const unknown = { ...withCarrier(outbound, owner), departure_time: 'tomorrow', origin };
    const card = show(sampleOffer({ owner, slices: [unknown] }));
    expect(card?.textContent).toContain('Airline');
    // The invalid departure has neither time nor date, which is also read out, and the origin has no code.
    expect(card?.textContent?.match(/N\/A/g)).toHaveLength(4);
    expect(card?.textContent).toContain('17:30');
    const [first] = outbound.segments;
    Object.assign(first!, { arriving_at: null });
    const withoutArrival = show(sampleOffer({ slices: [{ ...outbound, arrival_time: null }] }))?.textContent;
    expect(withoutArrival).toContain('09:00');
    // The time of the arrival; its date is named only if it is not that of the slice.
    expect(withoutArrival?.match(/N\/A/g)).toHaveLength(1);
  });

  it.each([
    [['British Airways', 'Iberia'], 'British Airways and Iberia'],
    [['Malaysia Airlines', 'Cathay Pacific'], 'Malaysia Airlines +1'],
    [['BA', 'IB', 'AA'], 'BA +2'],
  ])('[CARD-01] [CARD-02] names %j in one line with the dates as "%s"', (names, shown) => {
    const slice = (origin: string, destination: string) =>
      sampleSlice(origin, destination, { stops: names.slice(2).map(() => 'AMS'), airlines: names });
    const [outbound, inbound] = [slice('LHR', 'JFK'), slice('JFK', 'LHR')];
    const segments = [...outbound.segments, ...inbound.segments];
    segments.forEach((segment, index) => {
      const name = names[index % names.length]!;
      segment.marketing_carrier = sampleCarrier(name, name);
    });
    inbound.departure_time = '2026-12-12T18:00:00';
    show(sampleOffer({ slices: [outbound, inbound] }));
    expect(screen.getByText(shown).parentElement?.textContent).toBe(`${shown}Sat, Dec 5 – Sat, Dec 12`);
  });

  it('[LOOK-05] says in words what it is the first of', () => {
    show(sampleOffer(), { firstIn: ['Best', 'Cheapest'] });
    for (const word of ['Best', 'Cheapest'])
      expect(screen.getByText(word).closest('[aria-hidden]')).toBeNull();
    expect(screen.queryByText('Fastest')).toBeNull();
  });

  it('[CARD-07] shows the amount as received, in USD without a currency', () => {
    const card = show(sampleOffer({ total_amount: '1234.50', total_currency: '' }));
    expect(card?.textContent).toContain('$1,234.50');
  });

  it('marks an expired offer and shows no link', () => {
    const card = show(sampleOffer(), { now: Date.parse('2099-01-01T00:00:00Z') });
    expect(card?.textContent).toContain('Expired');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('[CARD-06] shows the Refundable badge only for true', () => {
    for (const refundable of [null, false]) {
      const offer = sampleOffer({ id: 'a', conditions: sampleConditions({ refundable }) });
      const { unmount } = renderCard(offer);
      expect(screen.getByRole('article').textContent).not.toContain('Refundable');
      unmount();
    }
    renderCard(sampleOffer({ id: 'b', conditions: sampleConditions({ refundable: true }) }));
    expect(screen.getByText('Refundable')).toBeTruthy();
  });

  it('[CARD-01] [CARD-02] [CARD-03] [CARD-04] shows both slices with times, dates, places, duration and stops', () => {
    const card = show(
      sampleOffer({
        id: 'a',
        total_amount: '400',
        slices: [
          withCarrier(sampleSlice('LHR', 'JFK', { duration: 'PT8H30M' }), {
            ...sampleCarrier('BA', 'British Airways'),
            logo_url: 'https://logos.example/ba.svg',
          }),
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
    for (const part of [
      ...['British Airways', '09:00', 'Sat, Dec 5', '17:30', 'LHR London', 'JFK New York'],
      ...['8h 30m Direct', '11h 1 Stop', 'AMS', '18:00', 'Sun, Dec 13', 'Return: '],
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Stops');
    expect(card?.innerHTML).toContain('src="https://logos.example/ba.svg"');
  });

  it('[CARD-01] names the airline of each slice, not the one that sells the ticket', () => {
    const [outbound, inbound] = [sampleSlice('LHR', 'JFK'), sampleSlice('JFK', 'LHR')];
    const slices = [
      withCarrier(outbound, sampleCarrier('AT', 'Royal Air Maroc')),
      withCarrier(inbound, sampleCarrier('IB', 'Iberia')),
    ];
    const flown = show(sampleOffer({ owner: sampleCarrier('HR', 'Hahn Air'), slices }));
    expect(flown?.textContent).toContain('Outbound: Royal Air Maroc');
    expect(flown?.textContent).toContain('Return: Iberia');
    expect(flown?.textContent).not.toContain('Hahn Air');
  });

  it('[CARD-01] names who sells the ticket if the airline of a slice is unknown', () => {
    const unknown = { name: null, iata_code: null, logo_url: null };
    const sold = sampleOffer({
      owner: sampleCarrier('HR', 'Hahn Air'),
      slices: [withCarrier(sampleSlice('LHR', 'JFK'), unknown)],
    });
    expect(show(sold)?.textContent).toContain('Outbound: Hahn Air');
  });

  it('[CARD-01] has no return for a one-way offer', () => {
    const text = show(sampleOffer({ slices: [sampleSlice('LHR', 'JFK')] }))?.textContent;
    expect(text).toContain('Outbound: ');
    expect(text).not.toContain('Return: ');
  });

  it('[CARD-04] counts several stops, and says where also to those who do not see the line', () => {
    const slice = sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB'] });
    expect(show(sampleOffer({ slices: [slice] }))?.textContent).toContain('2 Stops via AMS, DXB');
  });

  it('[CARD-11] [FORMAT-10] shows +1 only for an arrival on the next day', () => {
    const { unmount } = renderCard(sampleOffer());
    expect(screen.getByRole('article').textContent).not.toContain('+1');
    unmount();
    const nextDay = sampleSlice('LHR', 'JFK', { arrives: '2026-12-06T01:00:00' });
    expect(show(sampleOffer({ slices: [nextDay] }))?.textContent).toContain('+1');
  });

  it('[CARD-05] shows the Multiple Airlines badge only for several marketing carriers', () => {
    const { unmount } = renderCard(sampleOffer());
    expect(screen.getByRole('article').textContent).not.toContain('Multiple Airlines');
    unmount();
    const offer = sampleOffer({
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

  it('shows the itinerary notes, the emissions, and the price in total and per person, and no name of an airport that was searched', () => {
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
    const text = show(offer, { medianEmissions: 500 })?.textContent;
    for (const part of ['Operated by Loganair', '−20% CO2 against the median of the search'])
      expect(text).toContain(part);
    expect(text).not.toContain('Heathrow');
    expect(screen.getByText(sentence('2 × $200.50'))).toBeTruthy();
  });

  it('[CARD-03] shows the airport where its city was searched, else the city, and reads out both', () => {
    const slice = sampleSlice('STN', 'EWR');
    Object.assign(slice.origin, { name: 'London Stansted Airport', city_name: 'London' });
    Object.assign(slice.destination, { name: 'Newark Liberty International Airport', city_name: 'Newark' });
    renderCard(sampleOffer({ slices: [slice] }), {
      query: { ...query, origin: 'LON', destination: 'NYC' },
      findCity: (code) => (code === 'LON' ? 'London' : 'New York'),
    });
    for (const name of ['London', 'Liberty']) expect(screen.getByText(name).className).toContain('hidden');
    expect(screen.getByText(/^STN/).parentElement?.textContent).toBe('STN London Stansted');
    expect(screen.getByText(/^EWR/).parentElement?.textContent).toBe('EWR Newark Liberty');
  });

  it('includes the checked bag in the price, and loads an unknown bag price only on request', async () => {
    const checked_bag = { status: 'paid', total_amount: '80' } as const;
    const paid = sampleOffer({ id: 'a', total_amount: '400', checked_bag });
    const { unmount } = renderCard(paid, { withBag: true });
    expect(screen.getByText('$480')).toBeTruthy();
    expect(screen.getByText('with a checked bag')).toBeTruthy();
    unmount();

    respondTo(getOffer, () => ({ body: { ...paid, id: 'b', listed: null } }));
    const onBagPriceLoaded = vi.fn();
    renderCard(sampleOffer({ id: 'b', total_amount: '400' }), { withBag: true, onBagPriceLoaded });
    expect(screen.getByText('$400')).toBeTruthy();
    expect(screen.getByText('Bag price not known yet')).toBeTruthy();
    expect(allRequests()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Check bag price' }));
    await waitFor(() => expect(onBagPriceLoaded).toHaveBeenCalledWith('b', paid.checked_bag));
    expect(requestsTo(getOffer).map(({ params }) => params)).toEqual([{ id: 'b' }]);
  });

  it('[FORMAT-04] shows no price with a bag when the fare cannot be parsed', () => {
    const checked_bag = { status: 'paid', total_amount: '80' } as const;
    renderCard(sampleOffer({ total_amount: 'a lot', checked_bag }), { withBag: true });
    expect(screen.getByText('USD N/A')).toBeTruthy();
  });
});

/** The text without what is only read out. */
function getVisibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('.ui-visually-hidden')) hidden.remove();
  return copy.textContent;
}

/** A fare of one flight with one stop; `terms` are those of the offer. */
function sampleFare(id: string, price: string, name: string, terms: Partial<Offer> = {}): Offer {
  const slice = sampleSlice('LHR', 'JFK', { stops: ['AMS'] });
  slice.fare_brand_name = name;
  for (const segment of slice.segments) segment.cabin_class = 'economy';
  return sampleOffer({ id, total_amount: price, slices: [slice], ...terms });
}

describe('fares of a card', () => {
  const basic = sampleFare('basic', '400', 'Basic', {
    conditions: sampleConditions({ refundable: false, changeable: false }),
    included_bags: { cabin: 1, checked: 0 },
  });
  const flex = sampleFare('flex', '520', 'Flex', {
    included_bags: { cabin: 1, checked: 2 },
    conditions: sampleConditions({
      ...{ refundable: true, refund_penalty_amount: '60.00', refund_penalty_currency: 'USD' },
      ...{ changeable: true, change_penalty_amount: '0.00', change_penalty_currency: 'USD' },
    }),
    expires_at: '2026-12-01T00:00:00Z',
  });
  flex.slices[0]!.segments[1]!.cabin_class = 'business';
  const itinerary = (key: string, fares: Offer[] = [basic, flex]) => ({ key, fares });
  const showFares = (key: string, fares?: Offer[], props = {}) =>
    renderElement(<ItineraryCard itinerary={itinerary(key, fares)} query={query} now={0} {...props} />);
  const getLink = () => screen.getByRole('link', { name: 'View Details' }).getAttribute('href');
  const getChosen = () => screen.getByRole('radio', { checked: true }).getAttribute('value');

  it('[LIST-02] [CARD-06] [CARD-07] [CARD-08] shows name, cabins, bags, changes, refund and price of each fare and chooses the cheapest', () => {
    showFares('a');
    for (const name of [
      /^Basic · Economy, ?\$400 ?, 1 cabin bag, No changes, No refund after 24 hours$/,
      /^Flex · Business on 1 of 2 flights, else Economy, ?\$520 ?, 1 cabin, 2 checked bags, Free changes, Refund − ?\$60$/,
    ])
      expect(screen.getByRole('radio', { name })).toBeTruthy();
    expect(getChosen()).toBe('basic');
    expect(getLink()).toMatch(/^\/flight\/basic\?/);
    expect(screen.queryByText('Refundable')).toBeNull();
  });

  it('[LIST-02] shows name and difference to the cheapest of each fare, and the price and the rules of the chosen one only', async () => {
    showFares('once');
    const fares = screen.getByRole('group', { name: 'Fares' });
    const getShown = () => [...fares.querySelectorAll('label')].map((fare) => getVisibleText(fare));
    expect(getShown()).toEqual(['Basic', 'Mixed cabins+$120']);
    const getPrices = () =>
      screen.getAllByText(/^\$/, { selector: '.ui-price-text' }).map(({ textContent }) => textContent);
    expect(getPrices()).toEqual(['$400']);
    expect(screen.getByText('Cabin bag · No changes · No refund').getAttribute('title')).toBe(
      '1 cabin bag · No changes · No refund after 24 hours',
    );
    await userEvent.click(screen.getByRole('radio', { name: /Flex/ }));
    expect(getPrices()).toEqual(['$520']);
    expect(screen.getByText(sentence('1 cabin, 2 checked bags · Free changes · Refund −$60'))).toBeTruthy();
  });

  it('[LOOK-05] [LIST-02] is no longer the cheapest or the best with a dearer fare, but as fast', async () => {
    showFares('first', undefined, { firstIn: ['Best', 'Cheapest', 'Fastest'] });
    const getWords = () =>
      ['Best', 'Cheapest', 'Fastest'].filter((word) => screen.queryByText(word) !== null);
    expect(getWords()).toEqual(['Best', 'Cheapest', 'Fastest']);
    await userEvent.click(screen.getByRole('radio', { name: /Flex/ }));
    expect(getWords()).toEqual(['Fastest']);
    await userEvent.click(screen.getByRole('radio', { name: /Basic/ }));
    expect(getWords()).toEqual(['Best', 'Cheapest', 'Fastest']);
  });

  it('[LIST-02] draws fares with few elements, because a filter draws every card in view', () => {
    showFares('few');
    const fares = screen.getByRole('group', { name: 'Fares' });
    expect(fares.innerHTML.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(22);
  });

  it('[LIST-02] [CARD-06] [CARD-07] [CARD-08] chooses another fare with the keyboard, whose price, link, badge and expiry the card has', async () => {
    const { unmount } = showFares('b');
    await userEvent.tab();
    expect(getFocused()).toBe(screen.getByRole('radio', { checked: true }));
    await userEvent.keyboard('{ArrowRight}');
    expect(getChosen()).toBe('flex');
    expect(screen.getByText('$520', { selector: '.ui-price-text' })).toBeTruthy();
    expect(getLink()).toMatch(/^\/flight\/flex\?/);
    expect(screen.getByText('Refundable')).toBeTruthy();
    unmount();
    showFares('b', undefined, { now: Date.parse('2026-12-01T00:00:00Z') });
    expect(screen.getByText('Expired. Refresh the results.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /Basic/ }));
    expect(screen.queryByText('Expired. Refresh the results.')).toBeNull();
  });

  /** A fare with a name for each direction, in the cabin that the name begins with. */
  function sampleNamedFare(id: string, names: string[]): Offer {
    const slices = names.map((name, index) => {
      const slice = index === 0 ? sampleSlice('LHR', 'JFK') : sampleSlice('JFK', 'LHR');
      const [cabin] = /^(Premium Economy|Business)/.exec(name) ?? ['economy'];
      for (const segment of slice.segments) segment.cabin_class = cabin.toLowerCase().replace(' ', '_');
      return { ...slice, fare_brand_name: name };
    });
    return sampleOffer({ id, total_amount: '450', slices });
  }

  it.each([
    [['Economy Basic', 'Economy Flex'], 'Economy Basic / Flex'],
    [['Economy Basic', 'Premium Economy Flex'], 'Economy Basic / Premium Economy Flex'],
    [['Premium Economy Basic', 'Premium Economy Flex'], 'Premium Economy Basic / Flex'],
  ])('[LIST-02] names a fare of %j "%s"', (names, name) => {
    showFares('named', [sampleNamedFare('named', names)]);
    expect(screen.getByText(name)).toBeTruthy();
  });

  it('moves the focus back to the card whose offer was opened', async () => {
    const cards = (
      <Routes>
        <Route
          path="/search"
          element={
            <>
              <ItineraryCard itinerary={itinerary('opened')} query={query} now={0} />
              <ItineraryCard itinerary={itinerary('other')} query={query} now={0} />
            </>
          }
        />
        <Route path="/flight/:id" element={<h1>Offer</h1>} />
      </Routes>
    );
    const { router } = renderElement(cards, { url: '/search', path: '*' });
    await userEvent.click(screen.getAllByRole('link', { name: 'View Details' })[1]!);
    await screen.findByText('Offer');
    await act(() => router.navigate(-1));
    const [, second] = screen.getAllByRole('link', { name: 'View Details' });
    await waitFor(() => expect(getFocused()).toBe(second));
    // Only once: a list that is shown again for another reason leaves the focus.
    await act(() => router.navigate('/flight/x'));
    await act(() => router.navigate(-1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(getFocused()).toBe(document.body);
  });

  it('[LIST-02] keeps the chosen fare of an itinerary when its card is mounted again, but chooses the cheapest that filters leave', async () => {
    const plus = sampleFare('plus', '450', 'Plus');
    const { unmount } = showFares('c', [basic, plus, flex]);
    await userEvent.click(screen.getByRole('radio', { name: /Basic/ }));
    await userEvent.click(screen.getByRole('radio', { name: /Flex/ }));
    unmount();
    const { unmount: unmountAgain } = showFares('c', [basic, plus, flex]);
    expect(getChosen()).toBe('flex');
    unmountAgain();
    const { unmount: unmountFiltered } = showFares('c', [basic, plus]);
    expect(getChosen()).toBe('basic');
    unmountFiltered();
    showFares('d', [basic, plus, flex]);
    expect(getChosen()).toBe('basic');
  });

  it('[LIST-02] chooses the cheapest fare with a checked bag if prices include it', () => {
    const paid = { ...basic, checked_bag: { status: 'paid' as const, total_amount: '150' } };
    const included = { ...flex, checked_bag: { status: 'included' as const, total_amount: null } };
    const { unmount } = showFares('e', [paid, included], { withBag: true });
    expect(getChosen()).toBe('flex');
    expect(screen.getByText('+$30')).toBeTruthy();
    unmount();
    // A price without the bag is not compared with one that includes it as if it were the whole.
    showFares('unknown', [basic, included], { withBag: true });
    expect(getChosen()).toBe('flex');
    expect(screen.getByText(/^[+−]\$/).textContent).toBe('−$120 + bag');
  });

  it('[LIST-02] shows three fares with the chosen one among them, and all of them when they are compared', async () => {
    const others = ['1', '2', '3'].map((id) => sampleFare(id, '600', `Fare ${id}`));
    const { unmount } = showFares('f', [basic, flex, ...others]);
    const getFares = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
    expect(getFares()).toEqual(['basic', 'flex', '1']);
    const compare = screen.getByRole('button', { name: 'Compare fares' });
    await userEvent.click(compare);
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare fares' }));
    expect(dialog.getAllByRole('heading', { level: 3 })).toHaveLength(5);
    const [first, second] = dialog.getAllByRole('listitem');
    for (const text of ['$400', '1 cabin bag', 'No changes', 'No refund after 24 hours'])
      expect(within(first!).getByText(text)).toBeTruthy();
    expect(first!.getAttribute('aria-current')).toBe('true');
    for (const text of ['$520', '+$120', sentence('Refund −$60')])
      expect(within(second!).getByText(text)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Keep Basic · Economy' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Choose Fare 3 · Economy' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(getFocused()).toBe(compare);
    expect(getFares()).toEqual(['basic', 'flex', '3']);
    expect(getChosen()).toBe('3');
    unmount();
    showFares('f', [basic, flex, ...others]);
    expect(getChosen()).toBe('3');
    expect(getFares()).toEqual(['basic', 'flex', '3']);
  });

  it('[LIST-02] names a fare of the row in few characters, and reads out the whole name', () => {
    const { unmount } = showFares('short', [
      sampleNamedFare('cabins', ['Economy Standard', 'Business · Saver']),
      sampleNamedFare('fares', ['Economy Comfort', 'Economy Standard']),
      sampleNamedFare('standard', ['Superior Standard']),
    ]);
    for (const name of ['Mixed cabins', 'Mixed fares', 'Superior Std'])
      expect(screen.getByText(name)).toBeTruthy();
    expect(screen.getByRole('radio', { name: /Economy Comfort \/ Standard/ })).toBeTruthy();
    unmount();
    showFares('premium', [basic, sampleNamedFare('premium', ['Premium Economy Flex'])]);
    expect(screen.getByText('Premium Flex')).toBeTruthy();
    expect(screen.getByRole('radio', { name: /Premium Economy Flex/ })).toBeTruthy();
  });

  it('[LIST-02] shows long rules in fewer words, and reads out all', () => {
    const conditions = {
      ...sampleConditions({ refundable: true, changeable: true }),
      ...{ change_penalty_amount: '1050.00', change_penalty_currency: 'USD' },
      ...{ refund_penalty_amount: '3150.00', refund_penalty_currency: 'USD' },
    };
    showFares('fees', [{ ...flex, conditions, id: 'fees' }, basic]);
    expect(screen.getByText(sentence('2 checked · Changes +$1,050 · Refund −$3,150'))).toBeTruthy();
    const whole = sentence('1 cabin, 2 checked bags · Changes +$1,050 · Refund −$3,150');
    expect(screen.getByText(whole).closest('.ui-visually-hidden')).toBeTruthy();
  });

  it('[LIST-02] does not repeat the searched cabin in the name of a single fare', () => {
    showFares('single', [sampleFare('single', '450', 'Economy Flex')]);
    expect(screen.getByText('Flex')).toBeTruthy();
    expect(screen.getByText('Economy Flex').className).toContain('ui-visually-hidden');
  });

  it('[LIST-02] shows a single fare as text, without a chooser', () => {
    showFares('g', [basic]);
    expect(screen.getByText('Basic · Economy')).toBeTruthy();
    expect(screen.getByText('1 cabin bag · No changes · No refund after 24 hours')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('[LIST-02] compares the fares in a sheet on a phone', async () => {
    const matchMedia = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList,
      );
    showFares('h');
    expect(screen.queryByRole('radio')).toBeNull();
    const compare = screen.getByRole('button', { name: /^Basic · Economy ?, Compare fares$/ });
    await userEvent.click(compare);
    const sheet = within(await screen.findByRole('dialog', { name: 'Compare fares' }));
    await userEvent.click(sheet.getByRole('button', { name: /^Choose Flex/ }));
    expect(getLink()).toMatch(/^\/flight\/flex\?/);
    expect(screen.getByText(sentence('1 cabin, 2 checked bags · Free changes · Refund −$60'))).toBeTruthy();
    expect(getFocused()).toBe(compare);
    matchMedia.mockRestore();
  });
});
