import type { PublicBrand } from '@fareline/contracts';
import { defaultBrand, newBrand } from '@fareline/contracts/schemas';
import { getMetaContent } from '@fareline/ui-theme/testing';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import ContactPage from '../contact/contact-page.tsx';
import FaqPage from '../faq/faq-page.tsx';
import { Footer } from '../frame/footer.tsx';
import { Header } from '../frame/header.tsx';
import { renderElement } from '../testing/harness.tsx';
import AboutPage from './about-page.tsx';
import CancellationPage from './cancellation-page.tsx';
import CookiesPage from './cookies-page.tsx';
import PrivacyPage from './privacy-page.tsx';
import TermsPage from './terms-page.tsx';

const bare = { ...newBrand, id: 'bare', name: 'Bare', domain: 'bare.example' };

it.each<[string, ComponentType]>([
  ['header', Header],
  ['footer', Footer],
  ['contact page', ContactPage],
  ['about page', AboutPage],
  ['privacy policy', PrivacyPage],
  ['terms', TermsPage],
  ['cancellation policy', CancellationPage],
  ['cookie policy', CookiesPage],
  ['questions and answers', FaqPage],
])('[HOST-04] the %s of a new brand leaves out what is empty and has no word of another', (_name, Page) => {
  const { container } = renderElement(<Page />, { brand: bare });
  expect(`${document.title} ${container.innerHTML}`).not.toMatch(/Fareline|Delaware|Harbor|888 555/);
  expect(container.innerHTML).not.toMatch(/href="(mailto:|tel:)"/);
  expect(container.textContent).not.toMatch(/ [.,:;]|\. \.|undefined|Call\s*$/);
  expect(container.innerHTML).not.toMatch(/<(dd|li|a|h2)[^>]*><\/\1>/);
  const text = `${getMetaContent('description')} ${container.textContent}`;
  expect(text).not.toMatch(
    /by phone|phone and|phone wait|the phone|on the phone|\bcall (us|now)|one call|then call/i,
  );
  expect(text).not.toMatch(/IATA|PCI DSS|certified|24\/7|day and night|at any hour|answer e-mail within/i);
  expect(text).not.toMatch(/licensed|Registered as|\b0 ?(%|min|airlines|seconds)|\$0 credit|under 0|\b0\+/i);
});

const withPhone: PublicBrand = { ...bare, contact: { ...bare.contact, phone: '+44 20 7946 0958' } };
const withEmails: PublicBrand = {
  ...bare,
  content: { ...bare.content, emails: { general: '', booking: '', urgent: 'now@bare.example' } },
};

it.each([
  ['a phone number', withPhone, 'Reach Bare by phone or form.', ['Call us']],
  ['an email address', withEmails, 'Reach Bare by e-mail or form.', ['Write to us']],
  [
    'both',
    defaultBrand,
    'Reach Fareline by phone, e-mail or form, 24/7.',
    ['phone and e-mail', '< 2 min', '30 min'],
  ],
  ['neither', bare, 'Reach Bare by form.', ['Ask for a quote']],
])(
  '[HOST-04] the contact page of a brand with %s names its channels only',
  (_has, brand, description, tiles) => {
    renderElement(<ContactPage />, { brand });
    expect(getMetaContent('description')).toBe(description);
    for (const tile of tiles) expect(screen.getByText(tile)).toBeTruthy();
  },
);

it.each([
  ['a phone number', withPhone, /^Need to cancel now\?Somebody answers by phone\.\s*Call/],
  ['an email address', withEmails, /^Need to cancel now\?E-mails about cancellations/],
])(
  '[HOST-04] the banner of the cancellation policy of a brand with %s promises nothing else',
  (_has, brand, text) => {
    renderElement(<CancellationPage />, { brand });
    expect(screen.getByRole('region', { name: 'Need to cancel now?' }).textContent).toMatch(text);
  },
);

it('[HOST-04] the cancellation policy of a brand without phone and email leads to the contact form', () => {
  renderElement(<CancellationPage />, { brand: bare });
  expect(screen.getByRole('link', { name: 'contact page' }).getAttribute('href')).toBe('/contact');
});
