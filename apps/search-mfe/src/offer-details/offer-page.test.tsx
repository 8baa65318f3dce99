import { getOffer, getSeatMaps, type OfferDetails } from '@fareline/contracts';
import { sampleOffer, sampleSlice, currencies, findRepeatedCurrency } from '@fareline/contracts/testing';
import {
  connectionFailure,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
  type FakeResponse,
} from '@fareline/tools/fake-server';
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce } from '@fareline/ui-theme';
import { getAnnouncement, getFocused, sentence } from '@fareline/ui-theme/testing';
import { renderElement } from '../testing/harness.tsx';
import { offerQueryOptions } from '../offers/offer-queries.ts';
import { searchQueryOptions } from '../results/progress/search-queries.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { Component as OfferPage } from './offer-page.tsx';

const fromParams =
  'from_origin=LHR&from_destination=JFK&from_departureDate=2026-12-05&from_adults=1&from_children=1';
const offer = (changes: Partial<OfferDetails> = {}): OfferDetails => ({
  ...sampleOffer({
    total_amount: '492',
    base_amount: '400.25',
    tax_amount: '91.75',
    slices: [
      sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB'] }),
      sampleSlice('JFK', 'LHR', { departs: '2026-12-12T18:00:00', arrives: '2026-12-13T06:00:00' }),
    ],
    passengers: [
      { id: 'p1', type: 'adult' },
      { id: 'p2', type: 'child' },
    ],
  }),
  listed: null,
  ...changes,
});

const getStatusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

describe('offer page', () => {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());
  const path = '/flight/off_1';
  const searched = `${path}?${fromParams}`;
  const open = (
    respond: Parameters<typeof respondTo<typeof getOffer>>[1],
    url = path,
    queryClient?: QueryClient,
  ) => {
    respondTo(getOffer, respond);
    return renderElement(<OfferPage />, { path: '/flight/:id', url, queryClient });
  };
  const show = (found: OfferDetails, queryClient?: QueryClient, url = searched) =>
    open(() => ({ body: found }), url, queryClient);

  it('[OFFER-03] [ERROR-02] [ERROR-03] shows the reason of a failure and a link back to the search', async () => {
    open(() => errorResponse('OFFER_EXPIRED', { message: 'This flight offer has expired.' }), searched);
    expect(await screen.findByText('Error Loading Flight Details')).toBeTruthy();
    expect(screen.getByText('Unable to retrieve flight offer: This flight offer has expired.')).toBeTruthy();
    // Not the fallback as well.
    expect(screen.queryByText(/Unable to load flight details/)).toBeNull();
    const back = screen.getByRole('link', { name: 'Back to Search' }).getAttribute('href');
    expect(back).toContain('/search?origin=LHR&destination=JFK&departureDate=2026-12-05');
    expect(back).toContain('childrenCount=1');
  });

  it('[ERROR-03] shows a reason without full stop as a sentence', async () => {
    open(() => errorResponse('OFFER_NOT_FOUND'));
    expect(await screen.findByText('Unable to retrieve flight offer: Flight offer not found.')).toBeTruthy();
  });

  it('[OFFER-03] shows a text for a failure without a message', async () => {
    const queryClient = new QueryClient();
    const { queryKey } = offerQueryOptions('off_1');
    queryClient.setQueryDefaults(queryKey, { retry: false, staleTime: Infinity, retryOnMount: false });
    const entry = queryClient.getQueryCache().build(queryClient, { queryKey });
    entry.setState({ status: 'error', error: new Error('') });
    renderElement(<OfferPage />, { path: '/flight/:id', url: '/flight/off_1', queryClient });
    expect(await screen.findByText('Unable to load flight details. Please try again.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Error Loading Flight Details' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Search' })).toBeTruthy();
  });

  it.each([
    ['a lost connection', connectionFailure()],
    ['the error page of a proxy', proxyResponse(502, '<html>')],
  ])('[OFFER-03] [ERROR-03] shows nothing technical of %s', async (_, response) => {
    open(() => response);
    expect(await screen.findByText('Unable to load flight details. Please try again.')).toBeTruthy();
  });

  it('[ERROR-04] shows that there are no details for an empty response', async () => {
    open(() => proxyResponse(200, 'null'));
    expect(await screen.findByText('No offer details available')).toBeTruthy();
  });

  it('[OFFER-02] shows a loading state until the offer is loaded', () => {
    open(() => new Promise(() => undefined));
    expect(screen.getByText('Loading flight details...')).toBeTruthy();
  });

  it.each(currencies)('[PROVIDER-42] names the currency of its prices: %s', async (total_currency) => {
    const { container } = show({ ...offer(), total_currency, base_currency: total_currency });
    await screen.findByText('Flight Summary');
    expect(container.textContent).toContain(total_currency);
    expect(findRepeatedCurrency(container.textContent)).toBeUndefined();
  });

  it('[OFFER-04] [OFFER-05] [OFFER-11] [PROVIDER-42] shows base fare, taxes and total, and links every book button with the offer and its travellers', async () => {
    const { container } = show(offer());
    await screen.findByText('Flight Summary');
    expect(container.textContent).toContain(
      'Price SummaryBase fare$400.25Taxes & fees$91.75Total$492Price is for all passengers',
    );
    expect(screen.getByText('All prices in USD')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /^Book (This Flight|Now)$/ });
    // The bar on top of a large screen, and that at the bottom of a small one; the total stands in the summary too.
    expect(links.map((link) => link.textContent)).toEqual(['Book This Flight', 'Book Now']);
    expect(screen.getAllByText('$492')).toHaveLength(3);
    for (const link of links) {
      expect(link.getAttribute('href')).toBe(
        `/booking?offer=off_1&price=492&adults=1&children=1&infants=0&${fromParams}`,
      );
    }
  });

  it('[OFFER-05] [PAY-13] takes cabin, travellers, filters and order of the search along to the booking and back', async () => {
    const from = `${fromParams}&from_cabinClass=business&from_stops=0&from_sort=duration`;
    show(offer(), undefined, `${path}?${from}&utm_source=x`);
    const [book] = await screen.findAllByRole('link', { name: 'Book Now' });
    expect(book!.getAttribute('href')).toContain(from);
    expect(book!.getAttribute('href')).not.toContain('utm');
    const back = screen.getByRole('link', { name: 'Back to Search' }).getAttribute('href');
    expect(back).toMatch(/cabinClass=business&adultsCount=1&childrenCount=1.*&sort=duration&stops=0/);
  });

  describe('sharing', () => {
    const address = `${window.location.origin}/flight/off_1?from_origin=LHR&from_destination=JFK&from_departureDate=2026-12-05&from_cabinClass=economy&from_adults=1&from_children=1&from_infants=0`;
    const setNavigator = (name: string, value: unknown) =>
      Object.defineProperty(navigator, name, { value, configurable: true });
    afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

    it('[OFFER-01] opens the share sheet of the device with the address of the offer', async () => {
      const shared: ShareData[] = [];
      setNavigator('share', (data: ShareData) => Promise.resolve(void shared.push(data)));
      show(offer());
      await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
      expect(shared).toEqual([{ title: document.title, url: address }]);
    });

    it('[OFFER-01] shares neither filters nor tracking', async () => {
      const user = userEvent.setup();
      show(offer(), undefined, `${searched}&from_stops=0&from_sort=duration&utm_source=mail`);
      await user.click(await screen.findByRole('button', { name: 'Share' }));
      await screen.findByText('Link copied');
      expect(await navigator.clipboard.readText()).toBe(address);
    });

    it.each([
      ['without a share sheet', undefined, 'Link copied'],
      ['when the share sheet fails', new Error('NotAllowedError'), 'Link copied'],
      ['when the traveller closes the share sheet', new DOMException('', 'AbortError'), ''],
    ])('[OFFER-01] says whether it copied the address: %s', async (_case, failure, message) => {
      const user = userEvent.setup();
      await navigator.clipboard.writeText('');
      if (failure) setNavigator('share', () => Promise.reject(failure));
      show(offer());
      const button = await screen.findByRole('button', { name: 'Share' });
      await user.click(button);
      await waitFor(() => expect(within(button).getByRole('status').textContent).toBe(message));
      expect(await navigator.clipboard.readText()).toBe(message ? address : '');
    });

    it('[OFFER-01] says that the address could not be copied', async () => {
      const user = userEvent.setup();
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
      show(offer());
      await user.click(await screen.findByRole('button', { name: 'Share' }));
      expect(await screen.findByText('Could not copy the link')).toBeTruthy();
    });

    it('[OFFER-01] opens for somebody without the storage of the one who shared it', async () => {
      localStorage.clear();
      sessionStorage.clear();
      const { pathname, search } = new URL(address);
      show(offer(), undefined, pathname + search);
      expect(await screen.findByText('Flight Summary')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Back to Search' }).getAttribute('href')).toContain(
        '/search?origin=LHR&destination=JFK&departureDate=2026-12-05',
      );
    });
  });

  it('[OFFER-06] [OFFER-07] [OFFER-10] summarises each slice', async () => {
    show(offer());
    const outbound = await screen.findByRole('region', { name: 'Outbound Flight' });
    expect(outbound.textContent).toContain('8h 30m 2 stops via AMS, DXB');
    expect(outbound.textContent).toContain('BAAirline BA BA100');
    expect(outbound.textContent).toContain('Outbound FlightSat, Dec 509:00 LHR London→17:30 JFK New York');
    const inbound = screen.getByRole('region', { name: 'Return Flight' });
    expect(inbound.textContent).toContain('BAAirline BA BA100');
    expect(inbound.textContent).toContain('Return FlightSat, Dec 1218:00 JFK New York→');
    expect(inbound.textContent).toContain('→06:00+1 day, Sun, Dec 13 LHR London');
    expect(inbound.textContent).toContain('8h 30m Non-stop');
    const notice = screen.getByText('Flight offers typically expire after 30 minutes');
    expect(notice.parentElement?.className).toContain('text-warning-ink');
  });

  it('[OFFER-07] names a single stop', async () => {
    show(offer({ slices: [sampleSlice('LHR', 'JFK', { stops: ['AMS'] })] }));
    const outbound = await screen.findByRole('region', { name: 'Outbound Flight' });
    expect(outbound.textContent).toContain('1 stop via AMS');
  });

  it.each([
    [null, true, ['Refundable']],
    [
      false,
      false,
      [
        'No changes - the flights of this fare cannot be changed',
        'No refund - if you cancel, nothing comes back, but within 24 hours of booking everything comes back if the airline agrees',
      ],
    ],
  ])(
    '[OFFER-08] [OFFER-12] [PROMISE-03] with changeable %s and refundable %s says %j',
    async (changeable, refundable, expected) => {
      show(offer({ conditions: { ...offer().conditions, refundable, changeable } }));
      await screen.findByText('Price Summary');
      const found = screen.queryAllByText(/^(Refundable$|Changes allowed|No changes|No refund)/);
      expect(found.map(({ textContent }) => textContent)).toEqual(expected);
    },
  );

  it('[OFFER-09] [RULE-07] shows badges only where the first segment has services, with the number of flights that have them', async () => {
    const [outbound, inbound] = offer().slices;
    outbound!.segments[0]!.services = [
      { type: 'wifi', description: '' },
      { type: 'meal', description: '' },
    ];
    inbound!.segments[0]!.services = [
      { type: 'power', description: '' },
      { type: 'meal', description: '' },
    ];
    const { unmount } = show(offer({ slices: [outbound!, inbound!] }));
    const heading = await screen.findByText('Flight Summary');
    expect(heading.parentElement?.textContent).toBe(
      'Flight SummaryWi-Fi on 1 of 4 flightsMeal on 2 of 4 flights',
    );
    unmount();
    // Services of other segments, and bags of the whole offer, do not count.
    const [without] = offer().slices;
    without!.segments[1]!.services = [{ type: 'wifi', description: '' }];
    const bag = { id: 's1', name: '', description: '', total_amount: '0', total_currency: 'USD' };
    show(offer({ slices: [without!], available_services: [{ ...bag, type: 'baggage' }] }));
    const headingWithoutServices = await screen.findByText('Flight Summary');
    expect(headingWithoutServices.parentElement?.textContent).toBe('Flight Summary');
  });

  it('[OFFER-14] says that an aircraft is not known', async () => {
    const [outbound] = offer().slices;
    outbound!.segments[0]!.aircraft = { name: null };
    show(offer({ slices: [outbound!] }));
    const panel = await screen.findByRole('tabpanel', { name: 'Flight Details' });
    expect(within(panel).getByText('4h · Aircraft N/A')).toBeTruthy();
  });

  it('[OFFER-09] [OFFER-14] names what Wi-Fi costs and how much room a seat has', async () => {
    const [outbound] = offer().slices;
    outbound!.segments[0]!.services = [
      { type: 'seat', description: 'Seat pitch 30 inches, less legroom' },
      { type: 'wifi', description: 'Wi-Fi, paid' },
    ];
    outbound!.segments[1]!.services = [{ type: 'wifi', description: 'Free Wi-Fi' }];
    show(offer({ slices: [outbound!] }));
    const text = (await screen.findByRole('tabpanel', { name: 'Flight Details' })).textContent;
    expect(text).toContain('Airbus A320 · Wi-Fi, paid · Seat pitch 30 inches, less legroom');
    expect(text).toContain('Airbus A320 · Wi-Fi11:00');
    expect(screen.getByText('Flight Summary').parentElement?.textContent).toBe(
      'Flight SummaryWi-Fi, paid on 1 of 3 flightsWi-Fi on 1 of 3 flights',
    );
  });

  it('[OFFER-09] [FILTER-14] shows a bag badge in the summary only if the bag is included on every segment', async () => {
    const [outbound, inbound] = offer().slices;
    outbound!.segments[0]!.services = [
      { type: 'cabin_bag', description: '1 cabin bag included' },
      { type: 'baggage', description: '1 checked bag included' },
    ];
    const included = { id: 's1', name: '', description: '', total_amount: '0', total_currency: 'USD' };
    show(offer({ slices: [outbound!, inbound!], available_services: [{ ...included, type: 'cabin_bag' }] }));
    const heading = await screen.findByText('Flight Summary');
    expect(heading.parentElement?.textContent).toBe('Flight SummaryCabin bag included');
    const timeline = screen.getByRole('region', { name: 'Outbound' }).textContent;
    expect(timeline).toContain('Baggage Included');
    expect(timeline).toContain('Cabin bag included');
  });

  it('[OFFER-13] [OFFER-14] has three tabs, and shows the segments and layovers in the first one', async () => {
    const details = offer();
    details.slices[0]!.segments[1]!.services = [{ type: 'wifi', description: '' }];
    show(details);
    const panel = await screen.findByRole('tabpanel', { name: 'Flight Details' });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Flight Details',
      'Fare Rules',
      'Seat Maps',
    ]);
    const segment = (number: string, from: string, to: string, badges = '') =>
      `${from} AirportBAAirline BA ${number} 4h · Airbus A320${badges}${to} Airport`;
    const outbound = within(panel).getByRole('region', { name: 'Outbound' }).textContent;
    const [amsterdam, dubai] = ['Amsterdam (AMS) Amsterdam', 'Dubai (DXB) Dubai'];
    for (const text of [
      segment('BA100', '09:00 London (LHR) London', `11:00 ${amsterdam}`),
      segment('BA101', `12:00 ${amsterdam}`, `11:00 ${dubai}`, ' · Wi-Fi'),
      segment('BA102', `12:00 ${dubai}`, '17:30 New York (JFK) New York'),
    ])
      expect(outbound).toContain(text);
    expect(outbound).toContain('1h in Amsterdam (AMS)');
    const inbound = within(panel).getByRole('region', { name: 'Return' }).textContent;
    expect(inbound).toContain(
      segment('BA100', '18:00 New York (JFK) New York', '06:00+1 day London (LHR) London'),
    );
  });

  it('[OFFER-13] shows one tab at a time', async () => {
    respondTo(getSeatMaps, () => ({ body: { data: [] } }));
    show(offer());
    for (const [name, text] of [
      ['Fare Rules', 'Available services'],
      ['Seat Maps', /^Seat maps are not available/],
      ['Flight Details', 'Outbound, Sat, Dec 5'],
    ] as const) {
      await userEvent.click(await screen.findByRole('tab', { name }));
      expect(screen.getAllByRole('tab', { selected: true }).map((tab) => tab.textContent)).toEqual([name]);
      expect(await within(screen.getByRole('tabpanel', { name })).findByText(text)).toBeTruthy();
      expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
    }
  });

  it('[LIST-04] [OFFER-14] names the cabin of each segment where it is known', async () => {
    const [outbound] = offer().slices;
    outbound!.segments[1]!.cabin_class = 'business';
    show(offer({ slices: [outbound!] }));
    const panel = await screen.findByRole('tabpanel', { name: 'Flight Details' });
    expect(
      within(panel)
        .getAllByText(sentence(/Airbus A320/))
        .map(({ textContent }) => textContent),
    ).toEqual(['4h · Airbus A320', '4h · Airbus A320 · Business', '4h · Airbus A320']);
  });

  it('[CARD-11] [OFFER-14] shows at every time the day offset from the departure of the slice', async () => {
    const night = sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB'], departs: '2026-12-05T20:00:00' });
    const [first, second, third] = night.segments;
    Object.assign(first!, { arriving_at: '2026-12-05T23:00:00' });
    Object.assign(second!, { departing_at: '2026-12-06T07:00:00', arriving_at: '2026-12-06T12:40:00' });
    Object.assign(third!, { departing_at: '2026-12-06T16:00:00', arriving_at: '2026-12-07T01:00:00' });
    const back = sampleSlice('JFK', 'LHR', {
      departs: '2026-12-12T18:00:00',
      arrives: '2026-12-12T23:00:00',
    });
    show(offer({ slices: [night, back] }));
    const panel = await screen.findByRole('tabpanel', { name: 'Flight Details' });
    const times = (name: string) =>
      within(within(panel).getByRole('region', { name }))
        .getAllByText(/^\d\d:\d\d$/)
        .map(({ textContent, nextElementSibling: next }) =>
          next?.tagName === 'SUP' ? `${textContent} ${next.textContent}` : textContent,
        );
    expect(times('Outbound')).toEqual([
      '20:00',
      '23:00',
      '07:00 +1 day',
      '12:40 +1 day',
      '16:00 +1 day',
      '01:00 +2 days',
    ]);
    expect(times('Return')).toEqual(['18:00', '23:00']);
  });

  it('[OFFER-15] [OFFER-16] shows unknown conditions as Unknown, and says that there are no services', async () => {
    show(offer());
    await userEvent.click(await screen.findByRole('tab', { name: 'Fare Rules' }));
    const panel = screen.getByRole('tabpanel').textContent;
    expect(panel).toContain(
      'RefundableUnknownThe airline does not say. Contact us and we will ask. Within 24 hours of booking everything comes back if the airline agrees.Changeable',
    );
    expect(panel).toContain(
      'ChangeableUnknownThe airline does not say. Contact us and we will ask.Passenger',
    );
    expect(screen.getByText('No additional services available for this flight.')).toBeTruthy();
    expect(screen.getByText('Not required')).toBeTruthy();
  });

  it('[OFFER-15] shows conditions that the airline denies as No, and required identity documents', async () => {
    const conditions = { ...offer().conditions, refundable: false, changeable: false };
    show(offer({ conditions, passenger_identity_documents_required: true }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Fare Rules' }));
    const panel = screen.getByRole('tabpanel').textContent;
    expect(panel).toContain(
      'RefundableNoWithin 24 hours of booking everything comes back if the airline agrees.ChangeableNoPassenger identity documentsRequired',
    );
  });

  it('[OFFER-15] does not take a refund for a change', async () => {
    show(offer({ conditions: { ...offer().conditions, refundable: false, changeable: true } }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Fare Rules' }));
    const panel = screen.getByRole('tabpanel').textContent;
    expect(panel).toContain(
      'RefundableNoWithin 24 hours of booking everything comes back if the airline agrees.ChangeableYesThe airline does not say what fee it keeps.Passenger',
    );
  });

  it('[OFFER-16] [PROVIDER-09] shows "Price unavailable" for a service without an amount, and the amount of a penalty', async () => {
    const { conditions } = offer();
    const bag = { id: 's1', name: 'Bag', description: '23 kg', type: 'baggage', total_currency: 'USD' };
    show(
      offer({
        conditions: {
          ...conditions,
          refundable: true,
          refund_penalty_amount: '75.00',
          refund_penalty_currency: 'USD',
          changeable: true,
        },
        available_services: [
          { ...bag, total_amount: null },
          { ...bag, id: 's2', name: 'Second bag', total_amount: '35.50' },
        ],
      }),
    );
    await userEvent.click(await screen.findByRole('tab', { name: 'Fare Rules' }));
    const panel = screen.getByRole('tabpanel').textContent ?? '';
    expect(panel).toContain('RefundableYesAirline fee $75');
    expect(panel).toContain('ChangeableYesThe airline does not say what fee it keeps.');
    expect(panel).toContain('Bag23 kgPrice unavailable');
    expect(panel).toContain('Second bag23 kg$35.50');
    expect(panel).not.toContain('No additional services');
  });

  describe('services of an offer without extras', () => {
    const stored = () => offer({ has_extras: false });
    const bag = { id: 's1', name: 'Second bag', description: '23 kg', type: 'baggage' };
    const loaded = () =>
      offer({
        has_extras: true,
        available_services: [{ ...bag, total_amount: '35.50', total_currency: 'USD' }],
      });
    const countRequired = () =>
      requestsTo(getOffer).filter(({ query }) => query.get('extras') === 'required').length;
    const showRules = async (respond: () => FakeResponse<OfferDetails>) => {
      open(({ query }) => (query.get('extras') === 'required' ? respond() : { body: stored() }));
      await screen.findByText('Price Summary');
      expect(countRequired()).toBe(0);
      await userEvent.click(screen.getByRole('tab', { name: 'Fare Rules' }));
    };

    it('[OFFER-16] [LIMIT-03] are loaded once, when the fare rules are shown', async () => {
      await showRules(() => ({ body: loaded() }));
      expect(await screen.findByText('Second bag')).toBeTruthy();
      await userEvent.click(screen.getByRole('tab', { name: 'Flight Details' }));
      await userEvent.click(screen.getByRole('tab', { name: 'Fare Rules' }));
      expect(screen.getByText('Second bag')).toBeTruthy();
      expect(countRequired()).toBe(1);
    });

    it('[PROVIDER-07] [LIMIT-02] are loaded after the time that a busy service names', async () => {
      await showRules(() =>
        countRequired() === 1
          ? errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } })
          : { body: loaded() },
      );
      await screen.findByText('Many requests came from your connection');
      expect(screen.queryByText(/You can book this flight/)).toBeNull();
      expect(getStatusTexts()).toContainEqual(
        expect.stringContaining('We will try again by ourselves in 1 second. You need not do anything.'),
      );
      expect(await screen.findByText('Second bag', {}, { timeout: 5_000 })).toBeTruthy();
    });

    it('[PROVIDER-11] [LIMIT-02] say why they could not be loaded, and can be requested again', async () => {
      await showRules(() =>
        countRequired() === 1 ? errorResponse('PROVIDER_UNAVAILABLE') : { body: loaded() },
      );
      await screen.findByText('The services could not be loaded');
      expect(getStatusTexts()).toContain(
        'The services could not be loadedThe airline did not answer. The fare rules above are complete.Try Again',
      );
      await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
      expect(await screen.findByText('Second bag')).toBeTruthy();
    });

    it('[API-36] show that the offer is gone if the airline has withdrawn it', async () => {
      let isGone = false;
      open(({ query }) => {
        isGone ||= query.get('extras') === 'required';
        return isGone ? errorResponse('OFFER_EXPIRED') : { body: stored() };
      });
      await userEvent.click(await screen.findByRole('tab', { name: 'Fare Rules' }));
      expect(await screen.findByText('Error Loading Flight Details')).toBeTruthy();
    });
  });

  it('[OFFER-18] [OFFER-17] says in the seat tab whether there are seat maps', async () => {
    respondTo(getSeatMaps, () => ({ body: { data: [] } }));
    const { unmount } = show(offer());
    await userEvent.click(await screen.findByRole('tab', { name: 'Seat Maps' }));
    expect(
      await screen.findByText(
        'Seat maps are not available for this flight. You will be able to select seats after booking.',
      ),
    ).toBeTruthy();
    unmount();
    const map = { id: 'sea_1', slice_id: 'sli_LHR_JFK', segment_id: 'seg_LHR_JFK_0', cabins: [] };
    const { promise, resolve } = Promise.withResolvers<void>();
    respondTo(getSeatMaps, async () => {
      await promise;
      return { body: { data: [map] } };
    });
    show(offer());
    await userEvent.click(await screen.findByRole('tab', { name: 'Seat Maps' }));
    expect(screen.getByText('Loading seat maps...', { selector: '.ui-loading-text' })).toBeTruthy();
    expect(screen.queryByText(/^Seat (selection|maps are)/)).toBeNull();
    resolve();
    expect(await screen.findByText('Seat selection will be available during booking.')).toBeTruthy();
    expect(screen.queryByText('Loading seat maps...')).toBeNull();
    expect(screen.queryByText(/^Seat maps are not available/)).toBeNull();
  });

  it('[PROVIDER-07] [LIMIT-02] loads seat maps that a limit refuses after the time that the service names', async () => {
    respondTo(getSeatMaps, () =>
      requestsTo(getSeatMaps).length === 1
        ? errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } })
        : { body: { data: [{ id: 's', slice_id: 'sli_LHR_JFK', segment_id: 'seg_LHR_JFK_0', cabins: [] }] } },
    );
    show(offer());
    await userEvent.click(await screen.findByRole('tab', { name: 'Seat Maps' }));
    expect(await screen.findByText('Many requests came from your connection')).toBeTruthy();
    expect(screen.queryByText(/You can book this flight/)).toBeNull();
    const available = 'Seat selection will be available during booking.';
    expect(await screen.findByText(available, {}, { timeout: 5_000 })).toBeTruthy();
  });

  it.each([
    ['TOO_MANY_REQUESTS', 'Many requests came from your connection. Please try again in a minute.'],
    ['SEARCH_BUSY', 'The site is busy right now. Please try again in a minute.'],
    ['PROVIDER_UNAVAILABLE', 'The airline did not answer.'],
    [
      'OFFER_EXPIRED',
      'Unable to retrieve seat maps: This flight offer has expired. Please select another flight.',
    ],
  ] as const)(
    '[OFFER-18] [ERROR-02] [LIMIT-02] after %s does not say that the flight has no seat maps, and loads them on request',
    async (code, reason) => {
      respondTo(getSeatMaps, () => errorResponse(code, { headers: { 'retry-after': '600' } }));
      show(offer());
      await userEvent.click(await screen.findByRole('tab', { name: 'Seat Maps' }));
      await screen.findByText('The seat maps could not be loaded');
      expect(getStatusTexts()).toContainEqual(expect.stringContaining(reason));
      expect(screen.queryByText(/Seat maps are not available for this flight/)).toBeNull();
      const map = { id: 's', slice_id: 'sli_LHR_JFK', segment_id: 'seg_LHR_JFK_0', cabins: [] };
      respondTo(getSeatMaps, () => ({ body: { data: [map] } }));
      await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByText('Seat selection will be available during booking.')).toBeTruthy();
      expect(getFocused()).toBe(screen.getByRole('tabpanel'));
    },
  );

  it('[PROVIDER-02] shows old and new price and fare of a changed offer, and nothing for an unchanged one', async () => {
    const listed = { total_amount: '450', total_currency: 'USD', fare_brand_name: 'Light' };
    const { unmount } = show(offer({ listed }));
    const priceChange = /it was \$450, it is now \$492/;
    expect(await screen.findByText(sentence(priceChange), { selector: '.ui-alert *' })).toBeTruthy();
    // Screen readers ignore a live region that is mounted with its text, so the change is announced by the page's own region.
    expect(getAnnouncement()).toMatch(priceChange);
    expect(screen.getByText(/it was Light, it is now Basic/, { selector: '.ui-alert *' })).toBeTruthy();
    unmount();
    announce('');
    show(offer());
    await screen.findByText('Flight Summary');
    expect(screen.queryByText(/since the list/)).toBeNull();
  });

  it('[PROVIDER-02] gives the list the new price and fare of a changed offer, and leaves it as it is for another', async () => {
    const { query } = parseSearchUrl(new URLSearchParams(fromParams));
    const { queryKey } = searchQueryOptions(query);
    const listed = { total_amount: '450', total_currency: 'USD', fare_brand_name: 'Light' };
    const open = async (found: OfferDetails) => {
      const client = new QueryClient();
      const offers = [offer({ total_amount: '450' }), offer({ id: 'off_2' })];
      client.setQueryData(queryKey, { searchId: 's_1', offers, total: 2, maxCards: 30 });
      const { unmount } = show(found, client);
      await screen.findByText('Price Summary');
      unmount();
      return client.getQueryData(queryKey)?.offers.map(({ total_amount }) => total_amount);
    };
    expect(await open(offer({ listed }))).toEqual(['492', '492']);
    expect(await open(offer({ id: 'off_3', listed }))).toEqual(['450', '492']);
  });

  it('shows itinerary notes and emissions as sentences, and the price per person beside the total', async () => {
    show(offer({ total_emissions_kg: '800' }));
    expect(await screen.findByText('Good to know')).toBeTruthy();
    expect(screen.getByText('This journey causes 400 kg of CO2 per person.')).toBeTruthy();
    expect(screen.getByText(sentence(/Price is for all passengers, \$246 per person/))).toBeTruthy();
  });

  it('compares the emissions with the median of the search in the URL', async () => {
    const searchParams = 'origin=LHR&destination=JFK&departureDate=2026-12-05&adultsCount=1&childrenCount=1';
    const { query } = parseSearchUrl(new URLSearchParams(searchParams));
    const client = new QueryClient();
    client.setQueryData(searchQueryOptions(query).queryKey, {
      searchId: 's_1',
      offers: [],
      total: 0,
      maxCards: 30,
      facts: { itinerary_count: 0, median_emissions_kg: 500, shortest_minutes: null },
    });
    show(offer({ total_emissions_kg: '850' }), client);
    expect(
      await screen.findByText(
        'This journey causes 425 kg of CO2 per person, 15% below the median of this search, which is 500 kg.',
      ),
    ).toBeTruthy();
  });

  it('[LIST-01] compares the emissions of an offer that was opened without its list', async () => {
    show(offer({ total_emissions_kg: '850', median_emissions_kg: 500 }));
    expect(await screen.findByText(/15% below the median of this search, which is 500 kg/)).toBeTruthy();
  });

  it('[OFFER-07] does not call a slice without segments non-stop', async () => {
    show(offer({ slices: [{ ...sampleSlice('LHR', 'JFK'), segments: [] }] }));
    const outbound = await screen.findByRole('region', { name: 'Outbound Flight' });
    expect(outbound.textContent).toContain('Flights not known');
    expect(document.body.textContent).not.toContain('Non-stop');
  });
});
