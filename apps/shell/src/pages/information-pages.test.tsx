import { describeRetention } from '@fareline/contracts/retention';
import { defaultBrand } from '@fareline/contracts/schemas';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { getCanonicalUrl, getMetaContent } from '@fareline/ui-theme/testing';
import { renderElement } from '../testing/harness.tsx';
import AboutPage from './about-page.tsx';
import CancellationPage from './cancellation-page.tsx';
import CookiesPage from './cookies-page.tsx';
import PrivacyPage from './privacy-page.tsx';
import TermsPage from './terms-page.tsx';

function renderText(Page: ComponentType): string {
  renderElement(<Page />);
  return screen.getByRole('article').textContent ?? '';
}
const metaContent = (name: string) => getMetaContent(name) ?? '';
const canonical = () => new URL(getCanonicalUrl() ?? '').pathname;

describe('page metadata', () => {
  it.each([
    ['ROUTE-04', 'Privacy Policy', PrivacyPage, '/privacy-policy'],
    ['ROUTE-05', 'Terms of Service', TermsPage, '/terms-of-service'],
    ['ROUTE-06', 'Cookie Policy', CookiesPage, '/cookie-policy'],
    ['INFO-06', 'Cancellation Policy', CancellationPage, '/cancellation-policy'],
  ] as const)(
    '[%s][INFO-01] %s has title, description, keywords and canonical link',
    (_id, title, Page, path) => {
      const { unmount } = renderElement(<Page />);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
      expect(document.title).toBe(`${title} - Fareline`);
      expect(metaContent('description').length).toBeGreaterThan(20);
      expect(metaContent('keywords')).toContain(title.split(' ')[0]!.toLowerCase());
      expect(canonical()).toBe(path);
      unmount();
      expect(document.title).not.toContain(title);
    },
  );

  it.each([PrivacyPage, TermsPage, CookiesPage])(
    '[INFO-02] the legal pages show their effective date and last update',
    (Page) => {
      expect(renderText(Page)).toMatch(/January 1, 2024.*December 12, 2024/);
    },
  );
});

describe('cancellation policy', () => {
  it('[INFO-03][INFO-04][INFO-05] shows its sections, each linked from the table of contents', () => {
    renderElement(<CancellationPage />);
    const titles = [
      '24-hour free cancellation',
      'Cancellations after 24 hours',
      'Airline-initiated cancellations',
      'Refund processing timeline',
      'How to cancel',
      'Special situations',
      'Important points',
    ];
    for (const name of titles) {
      const { hash } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href);
      expect(screen.getByRole('region', { name }).id).toBe(hash.slice(1));
    }
    for (const name of [
      'Refundable tickets',
      'Non-refundable tickets',
      'Special circumstances',
      'Travel insurance',
      'Groups of 10+',
      'European Union',
      'Canada',
      'Elsewhere',
    ]) {
      expect(screen.getByRole('heading', { level: 3, name })).toBeTruthy();
    }
    expect(screen.getByText(/^Other countries have rules of their own/)).toBeTruthy();
  });

  it('[INFO-06][POLICY-08] ends with a banner with phone and email, answered within 2 hours', () => {
    renderElement(<CancellationPage />);
    const banner = screen.getByRole('region', { name: 'Need to cancel now?' });
    expect(banner.textContent).toContain('within 2 hours');
    const targets = within(banner)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(targets).toEqual([expect.stringMatching(/^tel:/), expect.stringMatching(/^mailto:/)]);
  });

  it.each([
    [
      'POLICY-01',
      /within 24 hours of booking.*at least 7 days away.*within 7 business days.*No cancellation fee of our own/,
    ],
    [
      'REFUND-03',
      /My Trips asks it before anything is cancelled\. Where it refuses, contact us.*within 24 hours of booking whatever the fare, later where the fare allows it/,
    ],
    ['POLICY-03', /fees of \$200-\$500.*7-21 business days/],
    ['POLICY-04', /Airline approval1-3Money back3-10.*Business3-7Premium economy5-10Economy, refundable7-14/],
    ['POLICY-05', /Credit card3-5Debit card5-10Bank transfer7-14/],
    [
      'POLICY-06',
      /Delays over 3 hours: airlines hand out meal vouchers.*250-600 euros.*CAD 400-1000.*within 30 days/,
    ],
    ['POLICY-07', /Groups of 10\+.*10 or more passengers/],
  ])('[%s] states its facts', (_id, facts) => {
    expect(renderText(CancellationPage)).toMatch(facts);
  });
});

describe('other policies', () => {
  it('[POLICY-02][POLICY-10][POLICY-11] the terms state refund time, age, notice, currency, fees and law', () => {
    const text = renderText(TermsPage);
    for (const fact of [
      'in full if the airline agrees; My Trips asks it.',
      'in 5-10 business days',
      '18 or over',
      '30 days ahead',
      'All payments are in USD',
      'no booking fees',
      'law of the State of Delaware',
      'arbitration',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('[POLICY-09][POLICY-10] the privacy policy states times and ages', () => {
    const text = renderText(PrivacyPage);
    for (const fact of [
      'Booking data: 7 years',
      'Account data: 3 years after',
      'within 30 days',
      'under 13',
      '18 or over',
      '30 days before',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('[GUARD-06] [POLICY-09] the privacy policy says how long each kind of data is kept, as the retention table has it', () => {
    renderElement(<PrivacyPage />);
    const items = within(screen.getByRole('region', { name: 'How long we keep it' })).getAllByRole(
      'listitem',
    );
    const texts = items.map(({ textContent }) => textContent);
    expect(texts.slice(0, -1)).toEqual(describeRetention());
    expect(texts.at(-1)).toContain('cookie policy');
  });

  it('[POLICY-12] the cookie policy states the lifetime of each kind of cookie', () => {
    expect(renderText(CookiesPage)).toMatch(
      /cart24 hours.*Analytics, visitor2 years.*Analytics, campaign1 year.*conversion90 days.*audience180 days.*E-mail tracking30 days/,
    );
  });
});

describe('about page', () => {
  it('[INFO-07][INFO-08] shows the figures and the company data', () => {
    const text = renderText(AboutPage);
    for (const [figure, label] of [
      ['70%', 'average savings'],
      ['500+', 'airlines'],
      ['24/7', 'support'],
      ['99%', 'happy'],
    ] as const) {
      expect(screen.getByText(figure).tagName).toBe('DD');
      expect(screen.getByText(label).tagName).toBe('DT');
    }
    expect(text).toContain('licensed, IATA-accredited US travel agent');
    const { company } = defaultBrand.content;
    for (const value of [
      company.legalName,
      company.doingBusinessAs,
      company.registeredOffice,
      company.registration,
      'IATA accredited',
    ])
      expect(text).toContain(value);
    for (const name of ['Our mission', 'Our story', 'Company info', 'Certifications', 'Our values']) {
      expect(screen.getByRole('heading', { level: 2, name })).toBeTruthy();
    }
  });

  it('[INFO-09] ends with a link to the search and a phone link', () => {
    renderElement(<AboutPage />);
    expect(screen.getByRole('link', { name: 'Find Cheap Flights' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:/);
  });
});
