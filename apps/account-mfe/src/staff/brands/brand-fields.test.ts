import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import { brandSections } from './brand-fields.ts';

const fields = brandSections.flatMap((section) => section.fields);

/** Paths of all single values in a brand; a list of texts is one value. */
const listPaths = (value: unknown, path = ''): string[] =>
  value === null || typeof value !== 'object' || (Array.isArray(value) && typeof value[0] !== 'object')
    ? [path]
    : Object.entries(value).flatMap(([key, child]) => listPaths(child, path ? `${path}.${key}` : key));

it('[ADMIN-16] has one field for every value of a brand', () =>
  expect(fields.map(({ name }) => name).toSorted()).toEqual(listPaths(defaultBrand).toSorted()));

it('[ADMIN-16, A11Y-01] gives every section and field a name of its own', () => {
  for (const names of [brandSections.map(({ title }) => title), fields.map(({ label }) => label)]) {
    expect(names.filter((name) => name.trim() === '')).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
});

it('[ADMIN-16] counts benefits and customers from one', () => {
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label;
  expect(labelOf('content.benefits.0.title')).toBe('Benefit 1');
  expect(labelOf('content.benefits.5.description')).toBe('Benefit 6, text');
  expect(labelOf('content.testimonials.0.firstName')).toBe('Customer 1');
  expect(labelOf('content.testimonials.1.city')).toBe('Customer 2, city');
  expect(labelOf('content.testimonials.2.saved')).toBe('Customer 3, saved');
  expect(labelOf('content.testimonials.2.quote')).toBe('Customer 3, words');
});

it('[ADMIN-16] edits numbers as numbers, colours as colours, long texts in several lines and lists by line', () => {
  for (const { name, kind } of fields) {
    const value = name
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], defaultBrand);
    expect(kind === 'number', name).toBe(typeof value === 'number');
    expect(kind === 'colour', name).toBe(/^#[0-9a-f]{6}$/i.test(String(value)));
    expect(kind === 'list', name).toBe(Array.isArray(value));
    expect(kind === 'select', name).toBe(
      /^theme\.(font|corners|buttons|header|dark)$|^content\.home\.hero(Pattern|Order)$/.test(name),
    );
    expect(kind === 'multiline', name).toBe(
      /(address|subline|blurb|description|quote)$/.test(name) && !name.includes('partner'),
    );
  }
});

it('[ADMIN-16] explains the values that need a format', () => {
  const hinted = fields.filter(({ hint }) => hint?.trim()).map(({ name }) => name);
  expect(hinted).toEqual([
    ...['id', 'logo', 'theme.header', 'theme.dark', 'passportRoutes', 'tags.analyticsId'],
    ...['tags.adConversionId', 'content.socialPicture', 'content.home.heroPicture', 'content.home.sections'],
    ...['content.supportHours', 'content.serviceClaims', 'content.certifications', 'content.partnerAirlines'],
  ]);
});
