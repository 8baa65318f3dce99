import { newBrand } from '@fareline/contracts/schemas';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import ContactPage from '../contact/contact-page.tsx';
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
])('[HOST-04] the %s of a new brand leaves out what is empty and has no word of another', (_name, Page) => {
  const { container } = renderElement(<Page />, { brand: bare });
  expect(`${document.title} ${container.innerHTML}`).not.toMatch(/Fareline|Delaware|Harbor|888 555/);
  expect(container.innerHTML).not.toMatch(/href="(mailto:|tel:)"/);
  expect(container.textContent).not.toMatch(/ [.,:;]|\. \.|undefined|Call\s*$/);
  expect(container.innerHTML).not.toMatch(/<(dd|li|a|h2)[^>]*><\/\1>/);
});
