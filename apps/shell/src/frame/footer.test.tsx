import { defaultBrand } from '@fareline/contracts/schemas';
import { addTrackSink, type TrackEvent } from '@fareline/ui-theme';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { Footer } from './footer.tsx';

const getLinks = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('[FOOTER-01] shows the blurb and the three badges', () => {
  renderElement(<Footer />);
  for (const text of [defaultBrand.content.blurb, 'SSL Secured', 'IATA Certified', '24/7 Support']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

it('[FOOTER-02][FOOTER-03] links to the main pages and to the policies', () => {
  renderElement(<Footer />);
  expect(getLinks(screen.getByRole('navigation', { name: 'Quick Links' }))).toEqual([
    ['My Bookings', '/my-trips'],
    ['Customer Support', '/contact'],
    ['About Us', '/about'],
    ['Search Flights', '/'],
  ]);
  expect(getLinks(screen.getByRole('navigation', { name: 'Legal & Policies' }))).toEqual([
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Cancellation Policy', '/cancellation-policy'],
    ['Cookie Policy', '/cookies'],
  ]);
});

it('[FOOTER-04][FOOTER-05][TRACK-03] shows contact and company data, and tracks a click on the phone number', async () => {
  const events: TrackEvent[] = [];
  const remove = addTrackSink({ event: (event) => events.push(event) });
  renderElement(<Footer />);
  const { contact, content } = defaultBrand;
  const block = screen.getByRole('region', { name: 'Contact' });
  expect(getLinks(block)).toEqual([
    [contact.phone, 'tel:+18885550142'],
    [contact.email, `mailto:${contact.email}`],
  ]);
  expect(within(block).getByText('24/7 Service')).toBeTruthy();
  expect(block.textContent).toContain(content.company.registeredOffice);
  expect(screen.getByText(new RegExp(content.company.doingBusinessAs)).textContent).toContain(
    content.company.registration,
  );
  await userEvent.click(within(block).getByRole('link', { name: contact.phone }));
  remove();
  expect(events).toContainEqual(expect.objectContaining({ action: 'phone_call', label: 'footer_phone' }));
});

it.each([
  ['2025-12-31', '© 2025 Fareline'],
  ['2026-01-02', '© 2025–2026 Fareline'],
])('[FOOTER-06] on %s says %s', (day, line) => {
  vi.setSystemTime(`${day}T12:00:00Z`);
  onTestFinished(() => void vi.useRealTimers());
  renderElement(<Footer />);
  expect(screen.getByText(new RegExp(line))).toBeTruthy();
});

it('[FOOTER-06] shows the accreditation and the links at the bottom', () => {
  renderElement(<Footer />);
  expect(screen.getByRole('img', { name: 'IATA' })).toBeTruthy();
  for (const [name, to] of [
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
    ['Cookies', '/cookies'],
  ] as const) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  }
});
