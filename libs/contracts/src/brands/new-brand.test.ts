import { expect, it } from 'vitest';
import { brandInputSchema } from './brand.schema.ts';
import { defaultBrand } from './default-brand.ts';
import { newBrand } from './new-brand.ts';

const listTexts = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(listTexts)
    : typeof value === 'string' && value !== ''
      ? [value]
      : [];

it('[HOST-04] a new brand needs only id, name and domain', () => {
  const sky = { ...newBrand, id: 'sky', name: 'Sky', domain: 'sky.example' };
  expect(brandInputSchema.parse(sky)).toEqual(sky);
  const paths = brandInputSchema.safeParse(newBrand).error?.issues.map(({ path }) => path.join('.'));
  expect(new Set(paths)).toEqual(new Set(['id', 'name', 'domain']));
});

it('[HOST-04] a new brand holds no identity of another', () => {
  const { contact, social, tags, content } = newBrand;
  const { copyrightYear, ...company } = content.company;
  const { secondPhone, emails, partner, testimonials } = content;
  expect(listTexts({ contact, social, tags, company, secondPhone, emails, partner, testimonials })).toEqual(
    [],
  );
  expect(copyrightYear).toBeGreaterThan(2024);
  const { theme: _theme, ...withoutLook } = { ...newBrand, content: { ...content, home: {} } };
  const shared = listTexts(withoutLook).filter((text) => listTexts(defaultBrand).includes(text));
  expect(shared).toEqual([]);
  expect(listTexts(newBrand).join(' ')).not.toContain('Fareline');
  expect(new Set(Object.values(content.claims))).toEqual(new Set([0]));
});

it.each(['sky.deals', 'www', 'localhost', 'sky-', 'Sky', ''])(
  '[ADMIN-16] refuses %j as the id of a brand',
  (id) => {
    const input = { ...newBrand, id, name: 'Sky', domain: 'sky.example' };
    const issues = brandInputSchema.safeParse(input).error?.issues ?? [];
    expect(new Set(issues.map(({ path }) => path.join('.')))).toEqual(new Set(['id']));
    expect(issues[0]?.message).toMatch(/lower case letters, digits and/);
    expect(issues[0]?.message).not.toContain('dots');
  },
);
