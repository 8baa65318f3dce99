import { addTrackSink, dismissToast } from '@fareline/ui-theme';
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { indexAirports } from '../airports/rank-airports.ts';
import { renderElement } from '../testing/harness.tsx';
import { Component as SupportPage } from './support-page.tsx';

afterEach(() => {
  act(() => dismissToast());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('[SUPPORT-01] [SUPPORT-02] [SUPPORT-10] [SUPPORT-11] [SUPPORT-12] [SUPPORT-14] shows hero, form, partner airlines, benefits, promotions and contact cards', () => {
  localStorage.setItem('lastTripType', 'one-way');
  const { container } = renderElement(<SupportPage />);
  const text = container.textContent ?? '';
  expect(text).toContain('Brampton');
  expect(text).toContain('less than 30 seconds');
  expect(text).toContain('within 24 hours');
  expect(
    within(screen.getByRole('region', { name: 'Partner airlines' })).getAllByRole('listitem'),
  ).toHaveLength(6);
  expect(within(screen.getByRole('list', { name: 'Benefits' })).getAllByRole('listitem')).toHaveLength(6);
  expect(within(screen.getByRole('list', { name: 'Promotions' })).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Round-trip');
  expect(document.title).toContain('Flight support');
});

it('[SUPPORT-13] reports a conversion for every phone link', () => {
  const conversions: string[] = [];
  const remove = addTrackSink({ event: () => undefined, conversion: (label) => conversions.push(label) });
  const { container } = renderElement(<SupportPage />);
  const links = container.querySelectorAll('a[href^="tel:"]');
  for (const link of links) fireEvent.click(link);
  remove();
  expect(conversions).toHaveLength(links.length);
});

const airport = (iata_code: string, city_name: string, country_code: string) => ({
  ...{ id: iata_code, iata_code, name: `${city_name} Airport`, city_name, country_code },
});

function show() {
  const client = new QueryClient();
  const airports = [airport('LIS', 'Lisbon', 'PT'), airport('OSL', 'Oslo', 'NO')];
  client.setQueryData(['airports'], indexAirports(airports));
  return renderElement(<SupportPage />, { queryClient: client }).router;
}

async function choose(label: string, city: string) {
  await userEvent.type(screen.getByLabelText(label), `${city}{Enter}`);
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Search flights' }));

it('[SUPPORT-07] formats dates as Nov 20, 2026', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20) });
  show();
  expect(screen.getByRole('button', { name: 'Departure' }).textContent).toBe('Nov 20, 2026');
  expect(screen.getByRole('button', { name: 'Return' }).textContent).toBe('Nov 27, 2026');
});

it('[SUPPORT-09] requires both airports and refuses equal ones', async () => {
  const router = show();
  await submit();
  expect(screen.getByText('Please select an origin airport')).toBeTruthy();
  expect(screen.getByText('Please select a destination airport')).toBeTruthy();
  await choose('From', 'Oslo');
  await choose('To', 'Oslo');
  await submit();
  await waitFor(() =>
    expect(document.querySelector('.ui-toast')?.textContent).toContain(
      'Origin and destination cannot be the same',
    ),
  );
  expect(router.state.location.pathname).toBe('/');
});

it('[SUPPORT-08] shows "Searching..." while submitting, then stores the trip type and opens the results', async () => {
  const router = show();
  await userEvent.click(screen.getByRole('tab', { name: 'One-way' }));
  await choose('From', 'Lisbon');
  await choose('To', 'Oslo');
  let finishNavigation: () => void = () => undefined;
  const navigationAllowed = new Promise<void>((resolve) => (finishNavigation = resolve));
  const navigate = router.navigate.bind(router);
  vi.spyOn(router, 'navigate').mockImplementation(async (to: unknown) => {
    await navigationAllowed;
    await navigate(to as string);
  });
  await submit();
  expect(screen.getByRole('button', { name: 'Searching...' })).toHaveProperty('disabled', true);
  expect(router.state.location.pathname).toBe('/');
  await act(async () => finishNavigation());
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
  expect(router.state.location.search).toContain('origin=LIS&destination=OSL');
  expect(localStorage.getItem('lastTripType')).toBe('one-way');
});
