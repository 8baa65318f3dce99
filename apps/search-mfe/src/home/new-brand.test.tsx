import { newBrand } from '@fareline/contracts/schemas';
import { getMetaContent } from '@fareline/ui-theme/testing';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import CallExperts from '../search-form/call-experts.tsx';
import { Component as SupportPage } from '../support/support-page.tsx';
import { renderElement } from '../testing/harness.tsx';
import { Component as HomePage } from './home-page.tsx';

const bare = { ...newBrand, id: 'bare', name: 'Bare', domain: 'bare.example' };

it.each<[string, ComponentType]>([
  ['home page', HomePage],
  ['support page', SupportPage],
])('[HOST-04] the %s of a new brand leaves out what is empty and has no word of another', (_name, Page) => {
  const { container } = renderElement(<Page />, { brand: bare });
  expect(`${document.title} ${container.innerHTML}`).not.toMatch(/Fareline|Partner Airline Desk|888 555/);
  expect(container.innerHTML).not.toMatch(/href="(mailto:|tel:)"/);
  expect(screen.queryByText('What travellers say')).toBeNull();
  expect(container.textContent).not.toMatch(/Call (for|$)|“”|saved\b.*saved\b/);
  const text = `${document.title} ${getMetaContent('description')} ${container.textContent}`;
  expect(text).not.toMatch(/by phone|phone and|to callers|\bcall\b|average wait/i);
  expect(text).not.toMatch(
    /IATA|PCI DSS|24\/7|day and night|24 hours|24-hour|at any hour|answer e-mail|instant|guarantee|Partner airlines|promotions/i,
  );
  expect(text).not.toMatch(/\b0%|\b0 seconds|\b0\+|\$0 (saved|credit)|up to 0/);
});

it('[HOST-04] [SUPPORT-01] the support page of a brand without a phone leads to the contact form', () => {
  renderElement(<SupportPage />, { brand: bare });
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact');
  expect(getMetaContent('description')).toMatch(/^Write to Bare: booking/);
});

it('[HOST-04] [FORM-03] a multi-city journey is asked for in writing when the brand has no phone', () => {
  renderElement(<CallExperts phoneLabel="multi_city_call_button" />, { brand: bare });
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact');
  expect(screen.queryByText(/Call/)).toBeNull();
});
