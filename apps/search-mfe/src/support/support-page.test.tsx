import { defaultBrand } from '@fareline/contracts/schemas';
import { addTrackSink, dismissToast } from '@fareline/ui-theme';
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { getMetaContent, queryToast } from '@fareline/ui-theme/testing';
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
  renderElement(<SupportPage />);
  const { partner, benefits, emails } = defaultBrand.content;
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.getByText('Average wait: less than 30 seconds')).toBeTruthy();
  expect(screen.getByRole('link', { name: `Support line ${partner.phone}` })).toBeTruthy();
  expect(partner.address).toContain('Brampton');
  // In the hero and on the card to visit.
  expect(screen.getAllByText(partner.address)).toHaveLength(2);
  const airlines = within(screen.getByRole('region', { name: 'Partner airlines' })).getAllByRole('listitem');
  expect(airlines).toHaveLength(6);
  const itemsOf = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
  expect(itemsOf('Benefits')).toHaveLength(6);
  expect(itemsOf('Benefits').map((item) => item.textContent)).toEqual(
    benefits.map(({ title, description }) => title + description),
  );
  expect(itemsOf('Promotions')).toHaveLength(3);
  for (const promotion of itemsOf('Promotions')) {
    const title = within(promotion).getByRole('heading', { level: 3 }).textContent;
    expect(promotion.textContent.length).toBeGreaterThan(title.length + 20);
  }
  for (const item of [...airlines, ...itemsOf('Benefits'), ...itemsOf('Promotions')]) {
    expect(item.textContent).not.toBe('');
    expect(item.innerHTML).toContain('<svg');
  }
  const contact = within(screen.getByRole('region', { name: 'Three ways to reach us' }));
  expect(contact.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Call',
    'Email',
    'Visit',
  ]);
  expect(contact.getByRole('link', { name: partner.phone })).toBeTruthy();
  expect(contact.getByRole('link', { name: emails.booking }).getAttribute('href')).toBe(
    `mailto:${emails.booking}`,
  );
  expect(contact.getByText('We answer e-mail within 24 hours.')).toBeTruthy();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Round-trip');
  expect(document.title).toContain('Flight support');
  expect(getMetaContent('description')).toMatch(/booking, changes and cancellations/);
});

it('[SUPPORT-13] reports a conversion for every phone link', () => {
  const conversions: string[] = [];
  const remove = addTrackSink({ event: () => undefined, conversion: (label) => conversions.push(label) });
  renderElement(<SupportPage />);
  const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('tel:'));
  for (const link of links) fireEvent.click(link);
  remove();
  expect(conversions.length).toBeGreaterThan(0);
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
    expect(queryToast()?.textContent).toContain('Origin and destination cannot be the same'),
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
  expect(screen.getByRole('button', { name: 'Searching...' }).getAttribute('aria-disabled')).toBe('true');
  expect(router.state.location.pathname).toBe('/');
  await act(async () => finishNavigation());
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
  expect(router.state.location.search).toContain('origin=LIS&destination=OSL');
  expect(localStorage.getItem('lastTripType')).toBe('one-way');
});
