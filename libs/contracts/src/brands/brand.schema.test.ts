import { expect, it } from 'vitest';
import { brandWith } from '../testing/brand-with.ts';
import { defaultBrand } from './default-brand.ts';
import { optionalPaths } from '../testing/optional-paths.ts';
import { brandSchema, publicBrandSchema, toPublicBrand } from './brand.schema.ts';

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

it('[API-15] rejects an invalid id', () => {
  const issues = brandSchema.safeParse({ ...defaultBrand, id: 'Sky' }).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([['id']]);
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
      serviceClaims: [],
      certifications: [],
      partnerAirlines: [],
      home: { ...(leaves(defaultBrand.content.home) as object), sections: ['benefits', 'benefits'] },
      promotions: defaultBrand.content.promotions,
      benefits: defaultBrand.content.benefits,
      testimonials: defaultBrand.content.testimonials,
    },
  }).error!.issues;
  const withoutMessage = issues.filter(({ message }) => message === 'Invalid input');
  expect(withoutMessage.map(({ path }) => path.join('.'))).toEqual([]);
  expect(issues.length).toBeGreaterThan(30);
});

const messagesFor = (path: string, value: unknown) =>
  brandSchema
    .safeParse(brandWith(defaultBrand, path, value))
    .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];

it.each([
  ['name', 60],
  ['content.headline', 120],
  ['content.subline', 240],
  ['content.blurb', 400],
  ['content.benefits.0.title', 80],
  ['content.benefits.5.description', 300],
  ['content.serviceClaims.0', 120],
  ['content.certifications.1', 60],
  ['content.partnerAirlines.5', 60],
])('[ADMIN-16] %s has 1 to %i characters', (path, max) => {
  expect(messagesFor(path, 'x'.repeat(max))).toEqual([]);
  expect(messagesFor(path, 'x'.repeat(max + 1))).toEqual([`${path}: Please enter at most ${max} characters`]);
  expect(messagesFor(path, ' ')).toEqual([`${path}: Required`]);
});

it.each([
  ['contact.phone', 30],
  ['contact.address', 200],
  ['content.testimonials.0.firstName', 40],
  ['content.testimonials.0.city', 60],
  ['content.testimonials.0.saved', 20],
  ['content.testimonials.2.quote', 300],
  ['content.secondPhone', 30],
  ['content.company.legalName', 120],
  ['content.company.doingBusinessAs', 120],
  ['content.company.registration', 120],
  ['content.company.registeredOffice', 200],
  ['content.company.state', 60],
  ['content.partner.name', 80],
  ['content.partner.address', 200],
  ['content.partner.phone', 30],
  ['content.partner.visitHours', 80],
  ['content.supportHours', 40],
  ['content.promotions.0.title', 80],
  ['content.promotions.2.description', 300],
])('[HOST-04] %s has up to %i characters, or none', (path, max) => {
  for (const value of ['x'.repeat(max), ' ', '']) expect(messagesFor(path, value)).toEqual([]);
  expect(messagesFor(path, 'x'.repeat(max + 1))).toEqual([`${path}: Please enter at most ${max} characters`]);
});

it.each(['contact.email', 'content.emails.general', 'content.emails.booking', 'content.emails.urgent'])(
  '[HOST-04] %s is an email address, or empty',
  (path) => {
    expect(messagesFor(path, '')).toEqual([]);
    for (const value of ['nobody', 'a@b.example\r\nBcc: c@d.example', ' '])
      expect(messagesFor(path, value)).toEqual([`${path}: Invalid email`]);
  },
);

it('[API-71] the public brand has everything but the markup', () => {
  const { pricing: _, ...rest } = defaultBrand;
  expect(publicBrandSchema.parse(defaultBrand)).toEqual(rest);
  expect(toPublicBrand(defaultBrand)).toEqual(rest);
});

it.each([
  ['averageSavingsPercent', 0, 100],
  ['happyPercent', 0, 100],
  ['averageSavedAmount', 0, undefined],
  ['airlinesCompared', 0, undefined],
  ['comparisonSeconds', 0, undefined],
  ['lowestPriceCredit', 0, undefined],
  ['supportWaitSeconds', 0, undefined],
  ['phoneWaitMinutes', 0, undefined],
  ['emailAnswerMinutes', 0, undefined],
  ['supportAnswerHours', 0, undefined],
])('[ADMIN-16] the claim %s is a whole number from %i to %s', (claim, min, max) => {
  const path = `content.claims.${claim}`;
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  const problem = [`${path}: Please enter a whole number ${range}`];
  expect(messagesFor(path, min)).toEqual([]);
  expect(messagesFor(path, max ?? 1_000_000)).toEqual([]);
  expect(messagesFor(path, min - 1)).toEqual(problem);
  expect(messagesFor(path, min + 0.5)).toEqual(problem);
  if (max !== undefined) expect(messagesFor(path, max + 1)).toEqual(problem);
});

const colour = 'Please enter a colour such as #0f766e';
const address = 'Please enter an https address';
const logo = 'Please enter an https address or a path on this site';
const domain = 'Please enter a domain such as flights.example.com';
const tag = 'Please enter an id such as G-AB12CD34';
const markup = 'Please enter a number from 0 to 200';
const airports = 'Please enter pairs of airports such as JFK-LHR';
it.each([
  ['theme.primary', ['#0F766E'], ['0f766e', '#0f766', '#0f766ee', '#0f766g', 'x#0f766e'], colour],
  [
    'social.facebook',
    ['', 'https://x.example/a'],
    ['http://x.example', 'x.example', 'httpsx://x.example', 'xhttps://x.example'],
    address,
  ],
  ['logo', ['/logo.svg', 'https://x.example/l.png'], ['//x.example', 'logo.svg', '/a b', '/'], logo],
  ['logo', [`/${'a'.repeat(299)}`], [`/${'a'.repeat(300)}`], logo],
  ['domain', ['fly.example', 'a'.repeat(253)], ['', 'Fly.example', 'a b', 'a'.repeat(254), 'a/b'], domain],
  [
    'tags.analyticsId',
    ['', 'G-AB12', 'AW-12345'],
    ['g-AB12CD', 'G-AB1', 'ABCDE-1234', 'xG-AB12', 'G-AB12 '],
    tag,
  ],
  ['tags.adConversionId', [`G-${'A'.repeat(40)}`], [`G-${'A'.repeat(41)}`], tag],
  ['pricing.markupPercent', [0, 0.5, 200], [-0.1, 200.1, '5'], markup],
  ['passportRoutes.0', ['JFK-LHR'], ['JFKLHR', 'jfk-lhr', 'JFK-LHRX', 'XJFK-LHR'], airports],
])('[ADMIN-16] %s accepts %o and refuses %o', (path, valid, invalid, problem) => {
  expect(valid.flatMap((value) => messagesFor(path, value))).toEqual([]);
  for (const value of invalid) {
    const [message] = messagesFor(path, value);
    expect(message, String(value)).toMatch(new RegExp(`^${path}: ${problem}`));
  }
});

it('[ADMIN-16] a link has at most 300 characters', () => {
  const link = (length: number) => `https://x.example/${'a'.repeat(length - 18)}`;
  expect(messagesFor('social.twitter', link(300))).toEqual([]);
  expect(messagesFor('social.twitter', link(301))).toEqual([
    'social.twitter: Please enter at most 300 characters',
  ]);
});

it('[ADMIN-16] has exactly six benefits and three testimonials', () => {
  const { benefits, testimonials } = defaultBrand.content;
  const isValid = (path: string, value: unknown) =>
    brandSchema.safeParse(brandWith(defaultBrand, path, value)).success;
  expect(isValid('content.benefits', benefits.slice(1))).toBe(false);
  expect(isValid('content.benefits', [...benefits, benefits[0]])).toBe(false);
  expect(isValid('content.testimonials', testimonials.slice(1))).toBe(false);
  expect(isValid('content.testimonials', [...testimonials, testimonials[0]])).toBe(false);
});

it('[HOME-14] has at most six certifications, service claims and partner airlines', () => {
  const { content } = defaultBrand;
  for (const [list, max] of [
    ['certifications', 6],
    ['serviceClaims', 6],
    ['partnerAirlines', 6],
  ] as const) {
    const entry = content[list][0];
    const isValid = (count: number) =>
      brandSchema.safeParse(brandWith(defaultBrand, `content.${list}`, Array(count).fill(entry))).success;
    expect([isValid(0), isValid(max), isValid(max + 1)], list).toEqual([true, true, false]);
  }
});

it.each([
  ['text', '#767676', '#777777', '4.5', 4.5],
  ['primary', '#949494', '#959595', '3.0', 3],
  ['secondary', '#949494', '#959595', '3.0', 3],
  ['accent', '#949494', '#959595', '3.0', 3],
])(
  '[ADMIN-16] the colour %s has enough contrast to the background',
  (name, enough, tooLittle, found, needed) => {
    const theme = { ...defaultBrand.theme, background: '#ffffff' };
    const check = (value: string) =>
      brandSchema.safeParse(brandWith(defaultBrand, 'theme', { ...theme, [name]: value })).error?.issues[0];
    expect(check(enough)).toBeUndefined();
    expect(check(tooLittle)).toMatchObject({
      path: ['theme', name],
      message: `Too close to the background to be read: contrast ${found}, needed ${needed}`,
    });
  },
);

it.each(['darkBackground', 'darkCard'])('[LOOK-08] %s is dark enough for light text', (name) => {
  const check = (value: string) =>
    brandSchema.safeParse(brandWith(defaultBrand, `theme.${name}`, value)).error?.issues[0];
  expect(check('#424242')).toBeUndefined();
  expect(check('#434343')).toMatchObject({
    path: ['theme', name],
    message: 'Too light for a dark screen: contrast of white 9.9, needed 10',
  });
});

it('[ADMIN-16] omitted links, tags and routes are empty', () => {
  const { social: _, tags: __, passportRoutes: ___, ...rest } = defaultBrand;
  const brand = brandSchema.parse({ ...rest, social: {}, tags: {} });
  expect(brand.social).toEqual({ facebook: '', twitter: '', instagram: '' });
  expect(brand.tags).toEqual({ analyticsId: '', adConversionId: '' });
  expect(brand.passportRoutes).toEqual([]);
});

it('[ADMIN-16] a font is one of those that the product hosts', () =>
  expect(messagesFor('theme.font', 'Comic Sans')).toEqual([
    'theme.font: Please choose one of Plus Jakarta Sans, System UI, Georgia',
  ]));

it.each([
  ['theme.corners', 'oval', 'Please choose one of rounded, square, round'],
  ['content.home.heroPattern', 'stars', 'Please choose one of routes, waves, none'],
  ['content.home.sections', ['phone', 'phone'], 'Please name each part once'],
])('[BRAND-09] refuses %s: %j', (path, value, message) =>
  expect(messagesFor(path, value)).toEqual([`${path}: ${message}`]),
);

it('[BRAND-09] takes parts of the home page in any order, or none', () => {
  for (const sections of [['testimonials', 'benefits'], []])
    expect(messagesFor('content.home.sections', sections)).toEqual([]);
});
