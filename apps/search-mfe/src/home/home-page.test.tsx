import { defaultBrand } from '@fareline/contracts/schemas';
import { addTrackSink, type TrackEvent } from '@fareline/ui-theme';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getCanonicalUrl, getMetaContent } from '@fareline/ui-theme/testing';
import { renderElement } from '../testing/harness.tsx';
import { Component as HomePage } from './home-page.tsx';

const { content } = defaultBrand;

it('[HOME-01] [HOME-04] [HOME-06] [HOME-14] shows form, call band, six benefits and three testimonials of the brand, and no placeholder', () => {
  const { container } = renderElement(<HomePage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(content.headline);
  expect(screen.getByRole('form', { name: 'Flight search' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Rather talk to somebody?' })).toBeTruthy();
  const benefits = within(screen.getByRole('list', { name: 'Benefits' })).getAllByRole('listitem');
  expect(benefits).toHaveLength(6);
  expect(benefits.map((item) => item.textContent)).toEqual(
    content.benefits.map(({ title, description }) => `${title}${description}`),
  );
  for (const benefit of benefits) expect(benefit.innerHTML).toContain('<svg');
  const region = screen.getByRole('region', { name: 'What travellers say' });
  const testimonials = within(region)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(testimonials).toHaveLength(3);
  expect(testimonials).toEqual(
    content.testimonials.map(
      ({ quote, firstName, city, saved }) => `“${quote}”${firstName}${city}${saved}saved`,
    ),
  );
  expect(container.textContent).not.toMatch(/[{}]/);
});

it('[HOME-03] [HOME-05] [HOME-14] shows phone, claims and testimonials of another brand', () => {
  const other = {
    ...defaultBrand,
    contact: { ...defaultBrand.contact, phone: '+44 20 7946 0958' },
    content: {
      ...content,
      claims: { ...content.claims, averageSavedAmount: 111 },
      testimonials: content.testimonials.map((testimonial) => ({ ...testimonial, city: 'Oslo' })),
    },
  };
  const text = renderElement(<HomePage />, { brand: other }).container.textContent ?? '';
  for (const value of ['+44 20 7946 0958', '$111', 'Oslo']) expect(text).toContain(value);
  expect(text).not.toContain(defaultBrand.contact.phone);
  const band = screen.getByRole('region', { name: 'Rather talk to somebody?' });
  const heroLink = screen.getByRole('link', { name: 'Call +44 20 7946 0958' });
  expect(heroLink.getAttribute('href')).toBe('tel:+442079460958');
  expect(within(band).getByRole('link').getAttribute('href')).toBe('tel:+442079460958');
  expect(band.textContent).toContain('Call +44 20 7946 0958 for booking');
});

it('[HOME-07] [HOME-08] [HOME-09] [HOME-10] [HOME-11] shows the brand’s claims', () => {
  const text = renderElement(<HomePage />).container.textContent ?? '';
  for (const claim of [
    'up to 70%',
    'about 70% on average',
    'saved per booking on average$342',
    'hidden fees$0',
    'compared in under 10 seconds500+ airlines',
    '24/7 expert support by phone and e-mail',
    'Free 24-hour cancellation on most flights',
  ]) {
    expect(text).toContain(claim);
  }
  for (const claim of [
    'Instant booking confirmation',
    'Lowest-price guarantee: a price match plus a $50 credit',
    'IATA certified',
    'PCI DSS compliant',
  ]) {
    expect(text).toContain(claim);
  }
  expect(text).toContain('Call +1 888 555 0142 for booking, cancellation and quotes, 24/7.');
  for (const claim of [
    ...['$342', '$50', '24-hour', 'hidden fees', 'expert support', 'under 10 seconds'],
    ...['500+ airlines', 'cancellation and quotes'],
  ])
    expect(text.split(claim), `${claim} is said once`).toHaveLength(2);
});

const listTexts = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('[HOME-10] [PROMISE-07] leads from the lowest-price guarantee to the form with which it is asked for, where the brand claims it', () => {
  const show = (lowestPriceCredit: number) =>
    renderElement(<HomePage />, {
      brand: {
        ...defaultBrand,
        content: { ...content, claims: { ...content.claims, lowestPriceCredit } },
      },
    });
  const { unmount } = show(0);
  expect(screen.queryByRole('link', { name: 'Ask for a price match' })).toBeNull();
  unmount();
  show(50);
  expect(screen.getByRole('link', { name: 'Ask for a price match' }).getAttribute('href')).toBe(
    '/contact?topic=price-guarantee#contact-form',
  );
});

it('[HOME-09] [HOME-11] [HOME-14] has the certifications and service claims of its brand, and none where there are none', () => {
  const show = (change: Partial<typeof content>) =>
    renderElement(<HomePage />, { brand: { ...defaultBrand, content: { ...content, ...change } } });
  const { unmount } = show({
    certifications: ['ARC accredited'],
    serviceClaims: ['Rebooking by chat'],
    supportHours: '8 to 23 h',
  });
  expect(listTexts('Certifications')).toEqual(['ARC accredited']);
  const text = document.body.textContent;
  expect(listTexts('Promises')).toEqual([
    'Lowest-price guarantee: a price match plus a $50 credit Ask for a price match',
    'Rebooking by chat',
  ]);
  expect(text).toContain('for booking, cancellation and quotes, 8 to 23 h.');
  const words = /IATA|PCI DSS|Instant booking confirmation|24\/7 expert support by/i;
  expect(text).not.toMatch(words);
  unmount();
  show({ certifications: [], serviceClaims: [], supportHours: '' });
  expect(screen.queryByRole('list', { name: 'Certifications' })).toBeNull();
  expect(document.body.textContent).not.toMatch(words);
  expect(document.body.textContent).toContain('for booking, cancellation and quotes.');
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
  expect(document.title).toBe('Cheap flights, up to 70% off | Fareline');
  for (const name of ['description', 'keywords', 'og:title', 'og:description'])
    expect(getMetaContent(name), name).toBeTruthy();
  expect(getCanonicalUrl()).toBe(`${window.location.origin}/`);
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

it('[BRAND-09] [HOME-01] has the parts, their order and the hero of its brand', () => {
  const show = (home: typeof content.home) =>
    renderElement(<HomePage />, { brand: { ...defaultBrand, content: { ...content, home } } });
  const isBefore = (first: Element, second: Element) =>
    Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);
  const picture = '/brand/beach.jpg';
  const { container, unmount } = show({
    ...{ heroPattern: 'routes', heroPicture: picture, heroOrder: 'words first' },
    sections: ['testimonials', 'benefits'],
  });
  const region = (name: string) => screen.getByRole('region', { name });
  expect(isBefore(region('What travellers say'), region('Why people book here'))).toBe(true);
  expect(screen.queryByRole('region', { name: 'Rather talk to somebody?' })).toBeNull();
  expect(container.innerHTML).toContain(`src="${picture}"`);
  unmount();
  show({ heroPattern: 'none', heroPicture: '', heroOrder: 'form first', sections: [] });
  expect(screen.queryAllByRole('region')).toEqual([]);
  expect(screen.getByRole('form', { name: 'Flight search' })).toBeTruthy();
});
