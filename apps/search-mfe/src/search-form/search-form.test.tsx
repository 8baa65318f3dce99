import { getPriceCalendar } from '@fareline/contracts';
import { allRequests, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { addTrackSink, dismissToast, type TrackEvent } from '@fareline/ui-theme';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getAnnouncement, getFocused, queryToast } from '@fareline/ui-theme/testing';
import { renderElement } from '../testing/harness.tsx';
import { parseModifyState } from '../search-query/modify-state.ts';
import { emptyForm, homeLimits, supportLimits, toFormValues, type SearchFormValues } from './form-values.ts';
import { SearchForm } from './search-form.tsx';

const filled: SearchFormValues = {
  ...emptyForm('round-trip'),
  origin: 'LHR',
  destination: 'JFK',
  departureDate: '2090-12-05',
  returnDate: '2090-12-12',
};

function show(values: Partial<SearchFormValues> = {}, limits = homeLimits) {
  return renderElement(
    <SearchForm initial={() => ({ ...filled, ...values })} limits={limits} phoneLabel="call" />,
  ).router;
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Search flights' }));

const findToast = () =>
  waitFor(() => {
    const toast = queryToast();
    expect(toast).not.toBeNull();
    return toast!;
  });

describe('search form', () => {
  afterEach(() => {
    act(() => dismissToast());
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('[FORM-17] shows errors beside empty airports and does not navigate', async () => {
    const router = show({ origin: '', destination: '' });
    await submit();
    expect(screen.getByText('Please select an origin airport')).toBeTruthy();
    expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true');
    expect(router.state.location.pathname).toBe('/');
  });

  it('[FORM-27] is as it was sent after Back', async () => {
    const router = show({ adultsCount: 3 });
    await submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/');
    expect(toFormValues(parseModifyState(router.state.location.state)!)).toEqual({
      ...filled,
      adultsCount: 3,
    });
  });

  it.each([
    ['origin', /^From/],
    ['destination', /^To/],
    ['departureDate', /^Departure/],
  ] as const)('[CARE-07] moves the focus to the first field that is wrong: %s', async (field, name) => {
    show({ [field]: '', returnDate: '' });
    await submit();
    await waitFor(() => expect(getFocused()).toBe(screen.getByLabelText(name)));
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('[FORM-16] [SUPPORT-06] shows a destructive toast for a broken rule and makes no call', async () => {
    const router = show({ infantsCount: 2 });
    await submit();
    const toast = await findToast();
    expect(toast.getAttribute('data-variant')).toBe('destructive');
    expect(toast.textContent).toContain('Each infant needs an adult to travel with');
    expect(router.state.location.pathname).toBe('/');
    expect(allRequests()).toEqual([]);
  });

  it('[FORM-21] rejects a city and one of its airports', async () => {
    const router = show({ origin: 'LON', destination: 'LHR' });
    await submit();
    expect((await findToast()).textContent).toContain('Both airports are in London');
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByRole('button', { name: 'Search flights' }).hasAttribute('aria-disabled')).toBe(false);
  });

  it('[FORM-24] [FORM-25] shows a toast for any other failure and enables the button again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const router = show();
    vi.spyOn(router, 'navigate').mockRejectedValue(new Error('offline'));
    await submit();
    const toast = await findToast();
    expect(toast.getAttribute('data-variant')).toBe('destructive');
    expect(toast.textContent).toContain('Search failedPlease try again later.');
    expect(screen.getByRole('button', { name: 'Search flights' }).hasAttribute('aria-disabled')).toBe(false);
  });

  it('[STORE-02] continues the search when the trip type cannot be stored', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const router = show();
    await submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    expect(queryToast()).toBeNull();
  });

  it('[FORM-25] disables the button and labels it "Searching..." while submitting', async () => {
    const router = show();
    let finish: () => void = () => undefined;
    vi.spyOn(router, 'navigate').mockReturnValue(new Promise<void>((done) => (finish = done)));
    await submit();
    expect(screen.getByRole('button', { name: 'Searching...' }).getAttribute('aria-disabled')).toBe('true');
    await act(async () => finish());
    expect(screen.getByRole('button', { name: 'Search flights' })).toBeTruthy();
  });

  it('[FORM-26] [FORM-27] [TRACK-04] stores, tracks and opens a valid search', async () => {
    const events: TrackEvent[] = [];
    const remove = addTrackSink({ event: (event) => events.push(event) });
    const router = show({ adultsCount: 2, childrenCount: 1 });
    await submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    remove();
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      origin: 'LHR',
      destination: 'JFK',
      departureDate: '2090-12-05',
      returnDate: '2090-12-12',
      cabinClass: 'economy',
      adultsCount: '2',
      childrenCount: '1',
      infantsCount: '0',
      tripType: 'round-trip',
    });
    expect(localStorage.getItem('lastTripType')).toBe('round-trip');
    expect(events).toEqual([{ category: 'search', action: 'flight_search', label: 'LHR_to_JFK_round-trip' }]);
  });

  it('[FORM-03] [SUPPORT-03] shows a message and no fields for multi-city', async () => {
    show();
    await userEvent.click(screen.getByRole('tab', { name: 'Multi-city' }));
    expect(await screen.findByText(/Call our experts/)).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search flights' })).toBeNull();
  });

  it('[FORM-04] [SUPPORT-04] disables the return date for one-way and sends none', async () => {
    const router = show();
    await userEvent.click(screen.getByRole('tab', { name: 'One-way' }));
    expect(screen.getByRole('button', { name: 'Return' })).toHaveProperty('disabled', true);
    await submit();
    await waitFor(() => expect(router.state.location.search).toContain('tripType=one-way'));
    expect(router.state.location.search).not.toContain('returnDate');
  });

  it.each([
    ['[FORM-14]', homeLimits, 'Children 2-11', 8],
    ['[FORM-13] [SUPPORT-05]', supportLimits, 'Infants under 2', 5],
  ] as const)('%s limits the counters to %o, %s', async (_, limits, label, max) => {
    show({ adultsCount: 9, childrenCount: max - 1, infantsCount: max - 1 }, limits);
    await userEvent.click(screen.getByRole('button', { name: /Travellers and cabin/ }));
    const increase = await screen.findByRole('button', { name: `Increase ${label}` });
    await userEvent.click(increase);
    expect(increase.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('group', { name: label }).textContent).toContain(String(max));
    const increaseAdults = screen.getByRole('button', { name: 'Increase Adults 12+' });
    expect(increaseAdults.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('group', { name: 'Adults 12+' }).textContent).toContain('9');
  });

  const day = (name: RegExp) => screen.findByRole('button', { name });

  const field = (name: 'Departure' | 'Return') => screen.getByRole('button', { name });
  const open = (name: 'Departure' | 'Return') => userEvent.click(field(name));
  const serveNoPrices = () => respondTo(getPriceCalendar, () => ({ body: { days: [] } }));

  it('[FORM-09] [FORM-23] [SUPPORT-09] moves the return with the departure by the length of the trip', async () => {
    serveNoPrices();
    const router = show();
    await open('Departure');
    await userEvent.click(await day(/December 20, 2090/));
    expect(field('Return').textContent).toBe('Dec 27, 2090');
    expect(getAnnouncement()).toBe('Wed, Dec 20 to Wed, Dec 27, 7 nights. Choose the return date.');
    await userEvent.keyboard('{Escape}');
    await submit();
    await waitFor(() => expect(router.state.location.search).toContain('returnDate=2090-12-27'));
  });

  it('[FORM-23] a new departure removes the error of a return in the past', async () => {
    serveNoPrices();
    show({ returnDate: '2020-01-01' });
    await submit();
    expect(screen.getByText('Return date must be after departure date', { selector: 'p' })).toBeTruthy();
    await open('Departure');
    await userEvent.click(await day(/December 20, 2090/));
    expect(screen.queryByText('Return date must be after departure date', { selector: 'p' })).toBeNull();
    expect(field('Return').textContent).toBe('Dec 27, 2090');
  });

  it('[FORM-06] chooses both dates in one calendar, and closes it after the return', async () => {
    serveNoPrices();
    show();
    await open('Departure');
    await userEvent.click(await day(/December 20, 2090/));
    const chosen = screen.getAllByRole('gridcell', { selected: true });
    expect(chosen.map((cell) => cell.getAttribute('data-day'))).toEqual(
      [20, 21, 22, 23, 24, 25, 26, 27].map((date) => `2090-12-${date}`),
    );
    expect(screen.getByRole('button', { name: 'Wednesday, December 20, 2090, departure' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Wednesday, December 27, 2090, return' }));
    expect(screen.queryByRole('grid')).toBeNull();
    await waitFor(() => expect(getFocused()).toBe(field('Return')));
  });

  it('[FORM-06] [FORM-04] closes the calendar of a one-way trip after the departure, with the focus on its field', async () => {
    serveNoPrices();
    show({ tripType: 'one-way' });
    await open('Departure');
    await userEvent.click(await day(/December 20, 2090$/));
    expect(screen.queryByRole('grid')).toBeNull();
    expect(field('Departure').textContent).toBe('Dec 20, 2090');
    await waitFor(() => expect(getFocused()).toBe(field('Departure')));
  });

  it('[FORM-06] keys move in the calendar', async () => {
    serveNoPrices();
    show();
    await open('Departure');
    await waitFor(() => expect(getFocused()?.getAttribute('aria-label')).toContain('December 5, 2090'));
    for (const [keys, expected] of [
      ['{ArrowRight}', 'December 6'],
      ['{ArrowDown}', 'December 13'],
      ['{End}', 'December 16'],
      ['{Home}', 'December 10'],
      ['{PageDown}', 'January 10, 2091'],
      ['{PageUp}', 'December 10'],
    ] as const) {
      await userEvent.keyboard(keys);
      expect(getFocused()?.getAttribute('aria-label')).toContain(expected);
    }
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(getFocused()).toBe(field('Departure')));
  });

  describe('on a phone', () => {
    it('begins at the current week', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) });
      vi.spyOn(window, 'matchMedia').mockImplementation(
        () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList,
      );
      serveNoPrices();
      show({ departureDate: '2026-11-25', returnDate: '2026-12-02' });
      await open('Departure');
      expect(await day(/November 15, 2026/)).toHaveProperty('disabled', true);
      expect(screen.queryByRole('button', { name: /November (2|14), 2026/ })).toBeNull();
    });

    it('[FORM-06] covers the screen, stays after both dates and says the length of the trip', async () => {
      vi.spyOn(window, 'matchMedia').mockImplementation(
        () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList,
      );
      serveNoPrices();
      show();
      await open('Departure');
      const sheet = await screen.findByRole('dialog', { name: 'When do you fly?' });
      await userEvent.click(await day(/December 20, 2090/));
      expect(within(sheet).getByRole('button', { pressed: true }).textContent).toBe('Return Dec 27, 2090');
      await userEvent.click(await day(/December 22, 2090/));
      expect(within(sheet).getByText('Wed, Dec 20 to Fri, Dec 22, 2 nights')).toBeTruthy();
      await userEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
      await waitFor(() => expect(getFocused()).toBe(field('Return')));
      expect(field('Return').textContent).toBe('Dec 22, 2090');
    });
  });

  it('on a phone leads from the first airport to the second and to the dates, and has the travellers in a sheet', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList,
    );
    serveNoPrices();
    renderElement(
      <SearchForm initial={() => emptyForm('round-trip')} limits={homeLimits} phoneLabel="call" />,
    );
    await userEvent.click(screen.getByRole('combobox', { name: /From/ }));
    await userEvent.keyboard('lhr');
    await userEvent.click((await screen.findAllByRole('option'))[0]!);
    const to = screen.getByRole('combobox', { name: /To/ });
    expect(getFocused()).toBe(to);
    expect(screen.getByText('Where to?')).toBeTruthy();
    await userEvent.keyboard('jfk');
    await userEvent.click((await screen.findAllByRole('option'))[0]!);
    const dates = await screen.findByRole('dialog', { name: 'When do you fly?' });
    await userEvent.click(within(dates).getByRole('button', { name: 'Done' }));
    const travellers = screen.getByRole('button', { name: /Travellers and cabin/ });
    await userEvent.click(travellers);
    const sheet = await screen.findByRole('dialog', { name: 'Travellers and cabin' });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Increase Adults 12+' }));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
    expect(travellers.textContent).toContain('2 adults');
    // A second choice leads nowhere: all is filled.
    await userEvent.click(screen.getByRole('combobox', { name: /From/ }));
    await userEvent.keyboard('cdg');
    await userEvent.click((await screen.findAllByRole('option'))[0]!);
    expect(screen.queryByText('Where to?')).toBeNull();
  });

  it('[FORM-06] [FORM-07] [FORM-08] departs today, and offers no day or month before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 23, 30) });
    renderElement(
      <SearchForm initial={() => emptyForm('round-trip')} limits={homeLimits} phoneLabel="call" />,
    );
    expect(field('Departure').textContent).toBe('Nov 20, 2026');
    await open('Departure');
    expect(await day(/November 19, 2026/)).toHaveProperty('disabled', true);
    expect(await day(/^Today, Friday, November 20, 2026/)).toHaveProperty('disabled', false);
    const previous = await screen.findByRole('button', { name: /previous month/i });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
  });

  describe('return calendar', () => {
    const openReturn = () => userEvent.click(screen.getByRole('button', { name: 'Return' }));

    it('[FORM-09] disables days before the departure', async () => {
      show();
      await openReturn();
      expect(await day(/December 4, 2090/)).toHaveProperty('disabled', true);
      expect(await day(/December 5, 2090/)).toHaveProperty('disabled', false);
    });

    it('[FORM-09] disables days before today without a departure', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20) });
      show({ departureDate: undefined, returnDate: undefined });
      await openReturn();
      expect(await day(/November 19, 2026/)).toHaveProperty('disabled', true);
      expect(await day(/November 20, 2026/)).toHaveProperty('disabled', false);
    });
  });

  it('[FORM-11] [FORM-13] offers four cabins and limits adults to at least 1', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: /Travellers and cabin/ }));
    const decreaseAdults = screen.getByRole('button', { name: 'Decrease Adults 12+' });
    expect(decreaseAdults.getAttribute('aria-disabled')).toBe('true');
    const options = screen.getAllByRole<HTMLOptionElement>('option').map(({ value, text }) => [value, text]);
    expect(options).toEqual([
      ['economy', 'Economy'],
      ['premium_economy', 'Premium Economy'],
      ['business', 'Business'],
      ['first', 'First Class'],
    ]);
  });

  it('[FORM-05] "From" and "To" are text boxes with the airport picker', async () => {
    const router = show();
    for (const [label, city] of [
      ['From', 'Oslo'],
      ['To', 'Boston'],
    ] as const) {
      const box = await screen.findByRole('combobox', { name: label });
      await userEvent.clear(box);
      await userEvent.type(box, city);
      await screen.findAllByRole('option', { name: new RegExp(city) });
      await userEvent.keyboard('{Enter}');
    }
    await submit();
    await waitFor(() => expect(router.state.location.search).toContain('origin=OSL&destination=BOS'));
  });

  it('[FORM-05] swaps origin and destination', async () => {
    const router = show();
    await userEvent.click(screen.getByRole('button', { name: 'Swap origin and destination' }));
    await submit();
    await waitFor(() => expect(router.state.location.search).toContain('origin=JFK&destination=LHR'));
  });

  it('fetches recent prices when the departure calendar opens, but not for the return calendar', async () => {
    const seenAt = new Date(Date.now() - 2.5 * 3_600_000).toISOString();
    const days = [{ date: '2090-12-06', total_amount: '312', total_currency: 'USD', seen_at: seenAt }];
    respondTo(getPriceCalendar, () => ({ body: { days } }));
    show();
    await userEvent.click(screen.getByRole('button', { name: /^Return/ }));
    await screen.findByRole('button', { name: /December 14, 2090/ });
    await userEvent.keyboard('{Escape}');
    expect(allRequests()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /^Departure/ }));
    const day = await screen.findByRole('button', {
      name: '6 $312, Wednesday, December 6, 2090, from $312, seen 2 hours ago',
    });
    expect(day.textContent).toBe('6 $312');
    expect(screen.getByRole('button', { name: 'Thursday, December 7, 2090' }).textContent).toBe('7');
    expect(screen.getByText(/the oldest 2 hours ago/)).toBeTruthy();
    expect(requestsTo(getPriceCalendar).map(({ query }) => query.toString())).toEqual([
      'origin=LHR&destination=JFK&tripType=round-trip&cabinClass=economy&adultsCount=1&childrenCount=0&infantsCount=0',
    ]);
  });

  it('opens the departure calendar without prices, and sends no request before both airports are chosen', async () => {
    show({ destination: '' });
    await userEvent.click(screen.getByRole('button', { name: /^Departure/ }));
    await screen.findByRole('button', { name: /December 14, 2090/ });
    expect(allRequests()).toEqual([]);
  });
});
