import { expect, it } from 'vitest';
import { brandInputSchema, type Brand } from './brand.schema.ts';
import { brandIdPattern } from './brand-key.ts';
import { brandWith } from '../testing/brand-with.ts';
import { defaultBrand } from './default-brand.ts';

const sky: Brand = { ...defaultBrand, id: 'sky', name: 'Sky', domain: 'sky.example' };

const refusedPaths = (path: string, value: unknown) => {
  const issues = brandInputSchema.safeParse(brandWith(sky, path, value)).error?.issues ?? [];
  return [...new Set(issues.map((issue) => issue.path.join('.')))];
};

it('[HOST-05] accepts the built-in brand, whose domain is localhost', () => {
  expect(brandInputSchema.parse(defaultBrand)).toEqual(defaultBrand);
  expect(brandInputSchema.parse(sky)).toEqual(sky);
});

it.each([
  'localhost',
  'sky',
  'sky.localhost',
  'sky.example.localhost',
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '1.2.3.4.5',
  'sky..example',
  '.sky.example',
  'sky.example.',
  '-sky.example',
  'sky-.example',
  'sky.1example',
  'www.sky.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(126)}com`,
])('[HOST-01] a brand cannot have the domain %s', (domain) => {
  expect(refusedPaths('domain', domain)).toEqual(['domain']);
});

it.each([
  'sky.example',
  'fly.sky.co.example',
  'xn--bcher-kva.example',
  '1.sky.example',
  'a.b',
  'localhost.example',
])('[HOST-01] a brand can have the domain %s', (domain) =>
  expect(refusedPaths('domain', domain)).toEqual([]),
);

it.each([
  '/api/auth/user',
  '/../../api/auth/logout',
  '/brand/../api/auth/logout',
  '/brand/./sky.svg',
  '/brand/..',
  '/brand/',
  '/brand/a/b.svg',
  '/brand/sky.svg.',
  '/logo.svg',
  'https://a:b@cdn.example/l.png',
  'https://a@cdn.example/l.png',
  'https://cdn.example:8443/l.png',
  'https://cdn.example:443/l.png',
  'https://cdn.example:/l.png',
  'https://CDN.example/l.png',
  'https://127.0.0.1/l.png',
  'https://[::1]/l.png',
  'https://0x7f.1/l.png',
  'https://localhost/l.png',
  'https://sunhop.localhost/l.png',
  'https://cdn.example\\@evil.example/l.png',
  'https:\\\\cdn.example/l.png',
  'https://cdn.example/a b.png',
  'https:cdn.example/l.png',
  '//cdn.example/l.png',
  'javascript:alert(1)',
])('[API-82] the logo %s is refused', (logo) => {
  expect(refusedPaths('logo', logo)).toEqual(['logo']);
  expect(refusedPaths('content.socialPicture', logo)).toEqual(['content.socialPicture']);
  expect(refusedPaths('content.home.heroPicture', logo)).toEqual(['content.home.heroPicture']);
  if (logo.startsWith('https')) expect(refusedPaths('social.facebook', logo)).toEqual(['social.facebook']);
});

it.each([
  '/brand/sky.svg',
  '/brand/sky-2.min.svg',
  'https://cdn.example/a/l.png?v=2',
  'https://www.cdn.example',
])('[API-82] the logo %s is accepted', (logo) => {
  expect(refusedPaths('logo', logo)).toEqual([]);
  expect(refusedPaths('content.socialPicture', logo)).toEqual([]);
});

it.each([
  ['a line break', 'Sky\nBcc: a@b.example'],
  ['CR LF', 'Sky\r\nBcc: a@b.example'],
  ['a line separator', 'Sky\u2028Travel'],
  ['a control character', 'Sky\u0007'],
  ['a zero-width character', 'S\u200bky'],
  ['a change of the direction', 'Sky\u202eevil'],
  ['a soft hyphen', 'Sk\u00ady'],
  ['a byte order mark inside', 'Sk\ufeffy'],
  ['a letter that looks like nothing', '\u3164'],
])('[API-82] [MAIL-01] no name, phone or headline has %s', (_case, value) => {
  for (const path of [
    'name',
    'contact.phone',
    'content.headline',
    'content.secondPhone',
    'content.partner.name',
    'content.supportHours',
    'content.certifications.0',
  ])
    expect(refusedPaths(path, value), path).toEqual([path]);
});

it('[API-82] texts in several lines may have line feeds, and nothing else that is hidden', () => {
  const paths = [
    'contact.address',
    'content.subline',
    'content.blurb',
    'content.benefits.2.description',
    'content.promotions.1.description',
  ];
  for (const path of [...paths, 'content.testimonials.1.quote']) {
    expect(refusedPaths(path, 'One\nTwo')).toEqual([]);
    for (const value of ['One\rTwo', 'One\u200bTwo', 'One\u202eTwo'])
      expect(refusedPaths(path, value)).toEqual([path]);
  }
});

it('[API-82] lists, email addresses and the year are bounded', () => {
  expect(refusedPaths('passportRoutes', Array(500).fill('JFK-LHR'))).toEqual([]);
  expect(refusedPaths('passportRoutes', Array(501).fill('JFK-LHR'))).toEqual(['passportRoutes']);
  const email = (length: number) => `${'a'.repeat(60)}@${`${'b'.repeat(50)}.`.repeat(4)}`.padEnd(length, 'c');
  expect(refusedPaths('content.emails.urgent', email(270))).toEqual(['content.emails.urgent']);
  expect(refusedPaths('contact.email', email(270))).toEqual(['contact.email']);
  for (const year of [1899, 2201, 1e15])
    expect(refusedPaths('content.company.copyrightYear', year)).toEqual(['content.company.copyrightYear']);
});

it('[HOST-01] the id of a brand is one label of a host name', () => {
  for (const id of ['a', 'sky', 'sky-2', '4you', 'a'.repeat(63)]) expect(id).toMatch(brandIdPattern);
  for (const id of ['', 'sky.example', '-sky', 'sky-', 'Sky', 'www', 'localhost', 'a'.repeat(64), 'sky\n'])
    expect(id).not.toMatch(brandIdPattern);
});
