import { expect, it } from 'vitest';
import { defaultBrand } from './default-brand.ts';
import { optionalPaths } from '../testing/optional-paths.ts';
import { brandSchema } from './brand.schema.ts';

it('[API-15] a brand requires all fields', () => {
  expect(brandSchema.parse(defaultBrand)).toEqual(defaultBrand);
  expect(optionalPaths(brandSchema, defaultBrand)).toEqual([
    'social.facebook',
    'social.twitter',
    'social.instagram',
    'passportRoutes',
    'tags.analyticsId',
    'tags.adConversionId',
  ]);
});

it('[API-15] has names, colours, contact details and markup at the paths that front ends read', () => {
  expect(Object.keys(brandSchema.shape)).toEqual(
    expect.arrayContaining(['name', 'domain', 'logo', 'theme', 'contact', 'social', 'pricing']),
  );
  const { theme, contact, social, pricing } = brandSchema.parse(defaultBrand);
  const colours = ['accent', 'background', 'font', 'primary', 'secondary', 'text'];
  expect(Object.keys(theme).toSorted()).toEqual(colours);
  expect(Object.keys(contact).toSorted()).toEqual(['address', 'email', 'phone']);
  expect(Object.keys(social).toSorted()).toEqual(['facebook', 'instagram', 'twitter']);
  expect(pricing).toEqual({ markupPercent: 23 });
});

it.each([
  ['id', { id: 'Sky' }],
  ['theme.font', { theme: { ...defaultBrand.theme, font: 'Comic Sans' } }],
  ['contact.email', { contact: { ...defaultBrand.contact, email: 'nobody' } }],
  ['social.twitter', { social: { ...defaultBrand.social, twitter: 'http://x.example' } }],
  ['pricing.markupPercent', { pricing: { markupPercent: '23' } }],
])('[API-15] rejects an invalid %s', (path, change) => {
  const issues = brandSchema.safeParse({ ...defaultBrand, ...change }).error?.issues;
  expect(issues?.map((issue) => issue.path.join('.'))).toEqual([path]);
});

it('[ADMIN-16] returns a message for every invalid value', () => {
  const leaves = (value: unknown): unknown =>
    value && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, leaves(child)]))
      : typeof value === 'number'
        ? Number.NaN
        : '\u0000'.repeat(500);
  const issues = brandSchema.safeParse({
    ...(leaves(defaultBrand) as object),
    passportRoutes: ['JFKLHR'],
    content: {
      ...(leaves(defaultBrand.content) as object),
      benefits: defaultBrand.content.benefits,
      testimonials: defaultBrand.content.testimonials,
    },
  }).error!.issues;
  const withoutMessage = issues.filter(({ message }) => message === 'Invalid input');
  expect(withoutMessage.map(({ path }) => path.join('.'))).toEqual([]);
  expect(issues.length).toBeGreaterThan(30);
});
