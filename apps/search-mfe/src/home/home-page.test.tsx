import { addTrackSink, type TrackEvent } from '@fareline/ui-theme';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { Component as HomePage } from './home-page.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('[HOME-01] [HOME-04] [HOME-06] [HOME-14] shows the brand’s six benefits and three testimonials, and no placeholder', () => {
  const { container } = renderElement(<HomePage />);
  const items = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');
  expect(items('Why people book here')).toHaveLength(6);
  expect(items('What travellers say').map((item) => /\$\d+saved$/.test(item.textContent ?? ''))).toEqual([
    true,
    true,
    true,
  ]);
  expect(container.textContent).not.toMatch(/[{}]/);
});

it('[HOME-07] [HOME-08] [HOME-09] [HOME-10] [HOME-11] shows the brand’s claims', () => {
  const text = renderElement(<HomePage />).container.textContent ?? '';
  for (const claim of [
    'up to 70%',
    '$342',
    '$0',
    '500+ airlines',
    'under 10 seconds',
    '24/7',
    '24-hour cancellation',
  ]) {
    expect(text).toContain(claim);
  }
  for (const claim of [
    'instant booking confirmation',
    'price match plus a $50 credit',
    'IATA certified',
    'PCI DSS',
  ]) {
    expect(text).toContain(claim);
  }
  expect(text).toContain('Call +1 888 555 0142 for booking, cancellation and quotes');
});

it.each([
  ['2090-12-05', /^Dec 05, 2090$/],
  ['2020-12-05', /^(?!.*2020)/],
])(
  '[RESULTS-09] fills the form with the search to modify, departing %s, without dates in the past',
  async (day, shown) => {
    const { router } = renderElement(<HomePage />);
    await act(() => router.navigate('/elsewhere'));
    const search = `/search?origin=LHR&destination=JFK&adultsCount=2&departureDate=${day}&returnDate=2090-12-12`;
    await act(() => router.navigate('/', { state: { search } }));
    expect(screen.getByRole('button', { name: 'Departure' }).textContent).toMatch(shown);
    expect(screen.getByRole('button', { name: 'Travellers and cabin' }).textContent).toMatch(/^2 adults/);
    expect(await screen.findByDisplayValue('London (LHR)')).toBeTruthy();
  },
);

it('[HOME-03] [HOME-05] [TRACK-03] tracks both call buttons with their labels', () => {
  const events: TrackEvent[] = [];
  const remove = addTrackSink({ event: (event) => events.push(event) });
  renderElement(<HomePage />);
  for (const link of screen.getAllByRole('link', { name: /^Call/ })) fireEvent.click(link);
  remove();
  expect(events.map(({ action, label }) => [action, label])).toEqual([
    ['phone_call', 'hero_call_button'],
    ['phone_call', 'cta_call_button'],
  ]);
});

it('[HOME-12] [HOME-13] sets its own title, descriptions and canonical link', () => {
  renderElement(<HomePage />);
  expect(document.title).toContain('Cheap flights');
  for (const selector of [
    'meta[name="keywords"]',
    'meta[property="og:title"]',
    'meta[property="og:description"]',
  ]) {
    expect(document.head.querySelector(selector)?.getAttribute('content')).toBeTruthy();
  }
  expect(document.head.querySelector('link[rel="canonical"]')).not.toBeNull();
});

it.each([
  ['one-way', 'One-way'],
  ['nonsense', 'Round-trip'],
])('[FORM-01] [FORM-02] with %s stored, preselects %s', (stored, tab) => {
  localStorage.setItem('lastTripType', stored);
  renderElement(<HomePage />);
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
    'Round-trip',
    'One-way',
    'Multi-city',
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab);
});

it.each([
  ['smoothly', false, 'smooth'],
  ['without animation under prefers-reduced-motion', true, 'auto'],
])('[HOME-02] scrolls from the hero to the form %s', async (_, prefersReducedMotion, behavior) => {
  vi.stubGlobal('matchMedia', () => ({
    matches: prefersReducedMotion,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  renderElement(<HomePage />);
  await userEvent.click(screen.getByRole('button', { name: 'Find a cheap flight' }));
  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ behavior }));
  const [target] = scrollIntoView.mock.contexts as Element[];
  expect(target?.contains(screen.getByRole('form', { name: 'Flight search' }))).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('From'));
});
