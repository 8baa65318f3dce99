import { addTrackSink, dismissToast, type TrackEvent } from '@fareline/ui-theme';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { emptyForm, homeLimits, supportLimits, type SearchFormValues } from './form-values.ts';
import { SearchForm } from './search-form.tsx';

const filled: SearchFormValues = {
  ...emptyForm('round-trip'),
  origin: 'LHR',
  destination: 'JFK',
  departureDate: '2090-12-05',
  returnDate: '2090-12-12',
};

function show(values: Partial<SearchFormValues> = {}, limits = homeLimits) {
  const Form = () => (
    <SearchForm initial={() => ({ ...filled, ...values })} limits={limits} phoneLabel="call" />
  );
  return renderScreen(Form).router;
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Search flights' }));

const shownToast = () =>
  waitFor(() => {
    const toast = document.querySelector('.ui-toast');
    expect(toast).not.toBeNull();
    return toast!;
  });

describe('search form', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    act(() => dismissToast());
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('[FORM-17] empty airports are named beside their fields and nothing happens', async () => {
    const router = show({ origin: '', destination: '' });
    await submit();
    expect(screen.getByText('Please select an origin airport')).toBeTruthy();
    expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true');
    expect(router.state.location.pathname).toBe('/');
  });

  it.each([
    ['[FORM-21] [SUPPORT-09]', { destination: 'LHR' }, 'Origin and destination cannot be the same'],
    ['[FORM-22] [SUPPORT-09]', { departureDate: '2020-01-01' }, 'Departure date cannot be in the past'],
    ['[FORM-23] [SUPPORT-09]', { returnDate: '2090-12-01' }, 'Return date must be after departure date'],
    ['[FORM-16]', { infantsCount: 2 }, 'Each infant needs an adult to travel with'],
  ] as const)('%s shows a destructive toast and stays', async (_, values, message) => {
    const router = show(values);
    await submit();
    const toast = await shownToast();
    expect(toast.getAttribute('data-variant')).toBe('destructive');
    expect(toast.textContent).toContain(message);
    expect(router.state.location.pathname).toBe('/');
  });

  it('[FORM-21] a city and one of its own airports are the same place', async () => {
    const router = show({ origin: 'LON', destination: 'LHR' });
    await submit();
    await waitFor(() =>
      expect(document.querySelector('.ui-toast')?.textContent).toContain('Both airports are in London'),
    );
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByRole('button', { name: 'Search flights' })).toHaveProperty('disabled', false);
  });

  it('[FORM-24] [FORM-25] any other failure says so and leaves the button usable', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const router = show();
    vi.spyOn(router, 'navigate').mockRejectedValue(new Error('offline'));
    await submit();
    expect((await shownToast()).textContent).toContain('Search failedPlease try again later.');
    expect(screen.getByRole('button', { name: 'Search flights' })).toHaveProperty('disabled', false);
  });

  it('[STORE-02] a search goes on when the trip type cannot be saved', async () => {
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
    expect(document.querySelector('.ui-toast')).toBeNull();
  });

  it('[FORM-25] the button is disabled and reads "Searching..." while a search is being submitted', async () => {
    const router = show();
    let finish: () => void = () => undefined;
    vi.spyOn(router, 'navigate').mockReturnValue(new Promise<void>((done) => (finish = done)));
    await submit();
    expect(screen.getByRole('button', { name: 'Searching...' })).toHaveProperty('disabled', true);
    await act(async () => finish());
    expect(screen.getByRole('button', { name: 'Search flights' })).toBeTruthy();
  });

  it('[FORM-26] [FORM-27] [TRACK-04] a valid search is saved, tracked and opened', async () => {
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

  it('[FORM-03] [SUPPORT-03] multi-city has a message and nothing to fill in', async () => {
    show();
    await userEvent.click(screen.getByRole('tab', { name: 'Multi-city' }));
    expect(screen.getByText(/Call our experts/)).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search flights' })).toBeNull();
  });

  it('[FORM-04] [SUPPORT-04] one-way disables the return date and sends none', async () => {
    const router = show();
    await userEvent.click(screen.getByRole('tab', { name: 'One-way' }));
    expect(screen.getByRole('button', { name: 'Return' })).toHaveProperty('disabled', true);
    await submit();
    await waitFor(() => expect(router.state.location.search).toContain('tripType=one-way'));
    expect(router.state.location.search).not.toContain('returnDate');
  });

  it.each([
    ['[FORM-14]', homeLimits, 'Children 2-11', 8],
    ['[FORM-14]', homeLimits, 'Infants under 2', 4],
    ['[SUPPORT-05]', supportLimits, 'Children 2-11', 9],
    ['[SUPPORT-05]', supportLimits, 'Infants under 2', 5],
    ['[FORM-13] [SUPPORT-05]', supportLimits, 'Adults 12+', 9],
  ] as const)('%s the counter stops at %o %s', async (_, limits, label, most) => {
    show({ adultsCount: 9, childrenCount: most - 1, infantsCount: most - 1 }, limits);
    await userEvent.click(screen.getByRole('button', { name: /Travellers and cabin/ }));
    const increase = await screen.findByRole('button', { name: `Increase ${label}` });
    if (label !== 'Adults 12+') await userEvent.click(increase);
    expect(increase).toHaveProperty('disabled', true);
    expect(screen.getByRole('group', { name: label }).textContent).toContain(String(most));
  });

  const day = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 5000 });

  it('[FORM-23] a departure behind the return is said at once, and no more when it is before it again', async () => {
    show();
    const choose = async (name: RegExp) => {
      await userEvent.click(screen.getByRole('button', { name: 'Departure' }));
      await userEvent.click(await day(name));
    };
    await choose(/December 20, 2090/);
    expect(screen.getByText('Return date must be after departure date')).toBeTruthy();
    await choose(/December 10, 2090/);
    expect(screen.queryByText('Return date must be after departure date')).toBeNull();
  });

  describe('the return calendar', () => {
    const openReturn = () => userEvent.click(screen.getByRole('button', { name: 'Return' }));

    it('[FORM-09] offers no day before the departure', async () => {
      show();
      await openReturn();
      expect(await day(/December 4, 2090/)).toHaveProperty('disabled', true);
      expect(await day(/December 5, 2090/)).toHaveProperty('disabled', false);
    });

    it('[FORM-09] without a departure it offers no day before today', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20) });
      show({ departureDate: undefined, returnDate: undefined });
      await openReturn();
      expect(await day(/November 19, 2026/)).toHaveProperty('disabled', true);
      expect(await day(/November 20, 2026/)).toHaveProperty('disabled', false);
    });
  });

  it('[FORM-11] [FORM-13] offers four cabins, and adults cannot go below 1', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: /Travellers and cabin/ }));
    expect(screen.getByRole('button', { name: 'Decrease Adults 12+' })).toHaveProperty('disabled', true);
    const options = screen.getAllByRole<HTMLOptionElement>('option').map(({ value, text }) => [value, text]);
    expect(options).toEqual([
      ['economy', 'Economy'],
      ['premium_economy', 'Premium Economy'],
      ['business', 'Business'],
      ['first', 'First Class'],
    ]);
  });

  it('[FORM-05] swapping exchanges origin and destination', async () => {
    const router = show();
    await userEvent.click(screen.getByRole('button', { name: 'Swap origin and destination' }));
    await submit();
    await waitFor(() => expect(router.state.location.search).toContain('origin=JFK&destination=LHR'));
  });

  it('the departure calendar asks for seen prices when it opens, the return calendar never', async () => {
    const seen = new Date(Date.now() - 2.5 * 3_600_000).toISOString();
    const days = [{ date: '2090-12-06', total_amount: '312', total_currency: 'USD', seen_at: seen }];
    const asked = vi.fn(async (_address: string) => Response.json({ days }));
    vi.stubGlobal('fetch', asked);
    show();
    await userEvent.click(screen.getByRole('button', { name: /^Return/ }));
    await screen.findByRole('button', { name: /December 14, 2090/ });
    await userEvent.keyboard('{Escape}');
    expect(asked).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: /^Departure/ }));
    const day = await screen.findByRole('button', {
      name: 'Wednesday, December 6, 2090, from $312, seen 2 hours ago',
    });
    expect(day.textContent).toBe('6$312');
    expect(screen.getByRole('button', { name: 'Thursday, December 7, 2090' }).textContent).toBe('7');
    expect(screen.getByText(/the oldest 2 hours ago/)).toBeTruthy();
    expect(String(asked.mock.calls[0]?.[0])).toBe(
      '/api/flights/price-calendar?origin=LHR&destination=JFK&tripType=round-trip&cabinClass=economy&adultsCount=1&childrenCount=0&infantsCount=0',
    );
  });

  it('the departure calendar works without prices, and does not ask before both airports are chosen', async () => {
    const asked = vi.fn(async () => new Response('', { status: 503 }));
    vi.stubGlobal('fetch', asked);
    show({ destination: '' });
    await userEvent.click(screen.getByRole('button', { name: /^Departure/ }));
    await screen.findByRole('button', { name: /December 14, 2090/ });
    expect(asked).not.toHaveBeenCalled();
  });
});
