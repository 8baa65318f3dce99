import { defaultBrand } from '@fareline/contracts/schemas';
import { addTrackSink, dismissToast } from '@fareline/ui-theme';
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { getMetaContent } from '@fareline/ui-theme/testing';
import { indexAirports } from '../airports/rank-airports.ts';
import { renderElement } from '../testing/harness.tsx';
import { Component as SupportPage } from './support-page.tsx';

afterEach(() => {
  act(() => dismissToast());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('[SUPPORT-01] [SUPPORT-02] [SUPPORT-10] [SUPPORT-11] [SUPPORT-12] [SUPPORT-14] shows hero, form, partner airlines, benefits, promotions and contact cards', () => {
  renderElement(<SupportPage />);
  const { partner, benefits, emails } = defaultBrand.content;
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.getByText('Average wait: less than 30 seconds')).toBeTruthy();
  expect(screen.getByRole('link', { name: `Support line ${partner.phone}` }).getAttribute('href')).toBe(
    'tel:+18885550163',
  );
  // The variant of the partner airline names its desk, not the brand. (SUPPORT-01)
  expect(screen.getByText('Partner Airline Desk')).toBeTruthy();
  expect(partner.address).toMatch(/Brampton.*Canada$/);
  // In the hero and on the card to visit.
  expect(screen.getAllByText(partner.address)).toHaveLength(2);
  const airlines = within(screen.getByRole('region', { name: 'Partner airlines' })).getAllByRole('listitem');
  expect(airlines.map((item) => item.textContent)).toEqual(
    defaultBrand.content.partnerAirlines.map((line) => line.replace(' ', '')),
  );
  expect(airlines[0]?.textContent).toBe('ACAir Canada');
  expect(airlines).toHaveLength(6);
  const itemsOf = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
  expect(itemsOf('Benefits')).toHaveLength(6);
  expect(itemsOf('Benefits').map((item) => item.textContent)).toEqual(
    benefits.map(({ title, description }) => title + description),
  );
  expect(itemsOf('Promotions')).toHaveLength(3);
  expect(itemsOf('Promotions').map((item) => item.textContent)).toEqual(
    defaultBrand.content.promotions!.map(({ title, description }) => title + description),
  );
  for (const item of [...itemsOf('Benefits'), ...itemsOf('Promotions')]) {
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
  expect(contact.getByText('Monday to Friday, 9:00 to 17:00.')).toBeTruthy();
});

it('[SUPPORT-03] begins with a round trip, whatever the last search was', () => {
  localStorage.setItem('lastTripType', 'one-way');
  renderElement(<SupportPage />);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Round-trip');
});

it('[SUPPORT-14] sets its own title and description', () => {
  renderElement(<SupportPage />);
  expect(document.title).toBe('Flight support, 24/7 | Fareline');
  expect(getMetaContent('description')).toBe(
    'Call Partner Airline Desk: booking, changes and cancellations with a person, 24/7.',
  );
});

it('[SUPPORT-02] [SUPPORT-10] [SUPPORT-11] [SUPPORT-12] has airlines, promotions and promises of its brand, and none where there are none', () => {
  const { content } = defaultBrand;
  const brandWith = (change: Partial<typeof content>) => ({
    ...defaultBrand,
    content: { ...content, ...change },
  });
  const { unmount } = renderElement(<SupportPage />, {
    brand: brandWith({
      claims: { ...content.claims, supportWaitSeconds: 45, supportAnswerHours: 12 },
      partnerAirlines: ['AV Avianca', 'An airline'],
      promotions: [
        { title: '', description: 'Without a title' },
        { title: 'Long winters', description: 'Stays of 21 days.' },
      ],
    }),
  });
  expect(screen.getByText('Average wait: less than 45 seconds')).toBeTruthy();
  const partners = within(screen.getByRole('region', { name: 'Partner airlines' }));
  expect(partners.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AVAvianca',
    'An airline',
  ]);
  const promotions = within(screen.getByRole('list', { name: 'Promotions' })).getAllByRole('listitem');
  expect(promotions.map((item) => item.textContent)).toEqual(['Long wintersStays of 21 days.']);
  expect(screen.getByText('We answer e-mail within 12 hours.')).toBeTruthy();
  unmount();
  const { container } = renderElement(<SupportPage />, {
    brand: brandWith({
      claims: { ...content.claims, supportWaitSeconds: 0, supportAnswerHours: 0 },
      partnerAirlines: [],
      promotions: [],
      supportHours: '',
      partner: { ...content.partner, visitHours: '' },
    }),
  });
  expect(screen.queryByRole('region', { name: 'Partner airlines' })).toBeNull();
  expect(screen.queryByText('Featured promotions')).toBeNull();
  expect(container.textContent).not.toMatch(/Average wait|We answer e-mail|Monday|24\/7(?! expert)/);
});

it('[SUPPORT-03] has a form with tabs, of which multi-city is a message to call only', async () => {
  renderElement(<SupportPage />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Round-trip',
    'One-way',
    'Multi-city',
  ]);
  await userEvent.click(screen.getByRole('tab', { name: 'Multi-city' }));
  expect(screen.queryByLabelText('From')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Search flights' })).toBeNull();
  const panel = within(screen.getByRole('tabpanel'));
  expect((await panel.findByRole('link')).getAttribute('href')).toMatch(/^tel:/);
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

it('[SUPPORT-08] shows "Searching..." while submitting, then stores the trip type and opens the results', async () => {
  const router = show();
  await userEvent.click(screen.getByRole('tab', { name: 'One-way' }));
  await choose('From', 'Lisbon');
  await choose('To', 'Oslo');
  const { promise: navigationAllowed, resolve: finishNavigation } = Promise.withResolvers<void>();
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
