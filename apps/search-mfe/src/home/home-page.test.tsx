import { addTrackSink, type TrackEvent } from '@fareline/ui-theme';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Component as SupportPage } from '../support/support-page.tsx';
import { Component as HomePage } from './home-page.tsx';

beforeEach(() => localStorage.clear());

it('[HOME-01] [HOME-04] [HOME-06] [HOME-14] shows the brand’s six benefits and three testimonials, and no placeholder', () => {
  const { container } = renderScreen(HomePage);
  const items = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');
  expect(items('Why people book here')).toHaveLength(6);
  expect(items('What travellers say').map((item) => /\$\d+saved$/.test(item.textContent ?? ''))).toEqual([
    true,
    true,
    true,
  ]);
  expect(container.textContent).not.toMatch(/[{}]/);
});

it('[HOME-07] [HOME-08] [HOME-09] [HOME-10] [HOME-11] makes the brand’s claims', () => {
  const text = renderScreen(HomePage).container.textContent ?? '';
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

it('[HOME-03] [HOME-05] [TRACK-03] both call buttons are tracked under their names', () => {
  const events: TrackEvent[] = [];
  const remove = addTrackSink({ event: (event) => events.push(event) });
  renderScreen(HomePage);
  for (const link of screen.getAllByRole('link', { name: /^Call/ })) fireEvent.click(link);
  remove();
  expect(events.map(({ action, label }) => [action, label])).toEqual([
    ['phone_call', 'hero_call_button'],
    ['phone_call', 'cta_call_button'],
  ]);
});

it('[HOME-12] [HOME-13] sets its own title, descriptions and canonical link', () => {
  renderScreen(HomePage);
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
])('[FORM-01] [FORM-02] with %s remembered, %s is chosen', (stored, tab) => {
  localStorage.setItem('lastTripType', stored);
  renderScreen(HomePage);
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
    'Round-trip',
    'One-way',
    'Multi-city',
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab);
});

it('[SUPPORT-01] [SUPPORT-02] [SUPPORT-10] [SUPPORT-11] [SUPPORT-12] [SUPPORT-14] the support page', () => {
  localStorage.setItem('lastTripType', 'one-way');
  const { container } = renderScreen(SupportPage);
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

it('[SUPPORT-13] every phone link of the support page reports a conversion', () => {
  const conversions: string[] = [];
  const remove = addTrackSink({ event: () => undefined, conversion: (label) => conversions.push(label) });
  const { container } = renderScreen(SupportPage);
  const links = container.querySelectorAll('a[href^="tel:"]');
  for (const link of links) fireEvent.click(link);
  remove();
  expect(conversions).toHaveLength(links.length);
});
