import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import {
  adminSettingsSchema,
  contactRequestSchema,
  loginResponseSchema,
  successSchema,
  systemModeSchema,
  userSchema,
} from './account.schema.ts';

it('[API-14] the mode is given as a flag and as a string', () => {
  const mode = { isLiveMode: false, mode: 'test' };
  expect(systemModeSchema.parse(mode)).toEqual(mode);
  expect(optionalPaths(systemModeSchema, mode)).toEqual([]);
  expect(systemModeSchema.safeParse({ isLiveMode: true, mode: 'live' }).success).toBe(true);
  expect(systemModeSchema.safeParse({ isLiveMode: true, mode: 'production' }).success).toBe(false);
});

const user = {
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.com',
  createdAt: '2026-12-01T10:00:00Z',
  firstName: 'Ada',
  lastName: 'Byron',
  isAdmin: false,
  isSupport: false,
  emailVerified: true,
};

it('[API-16] a user requires all fields and has no password', () => {
  expect(userSchema.parse({ ...user, password_hash: 'x' })).toEqual(user);
  expect(optionalPaths(userSchema, user)).toEqual([]);
});

it.each([1, 'true', null])('[API-16] isAdmin is a boolean, not %j', (isAdmin) => {
  expect(userSchema.safeParse({ ...user, isAdmin }).success).toBe(false);
});

it('[API-19] administrator settings require all fields', () => {
  const settings = {
    enableLiveMode: false,
    duffelApiConfigured: true,
    stripeConfigured: false,
    environment: 'production',
    isSandbox: false,
  };
  expect(adminSettingsSchema.parse(settings)).toEqual(settings);
  expect(optionalPaths(adminSettingsSchema, settings)).toEqual([]);
});

const contact = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '+1 212 555 0142',
  subject: 'refund',
  message: 'Where is it?',
  newsletter: true,
};

it('[API-20] the contact form requires name and email only', () => {
  expect(contactRequestSchema.parse(contact)).toEqual(contact);
  expect(optionalPaths(contactRequestSchema, contact)).toEqual(['phone', 'subject', 'message', 'newsletter']);
});

it('[API-20] rejects an unknown topic', () => {
  const issues = contactRequestSchema.safeParse({ ...contact, subject: 'complaint' }).error?.issues;
  expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([['subject', 'Invalid input']]);
});

it('[CONTACT-06] the contact form refuses a missing name and a missing or malformed email address', () => {
  const problems = (change: object) =>
    contactRequestSchema
      .safeParse({ ...contact, ...change })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  for (const name of [undefined, '', ' ']) expect(problems({ name })).toEqual(['name: Required']);
  for (const email of [undefined, '', ' ']) expect(problems({ email })[0]).toBe('email: Required');
  expect(problems({ email: 'ada@' })).toEqual(['email: Invalid email']);
  expect(problems({ email: ' ada@example.com ', name: ' Ada ' })).toEqual([]);
  for (const [field, max] of [
    ['name', 120],
    ['phone', 40],
    ['message', 5000],
  ] as const) {
    expect(problems({ [field]: 'x'.repeat(max) })).toEqual([]);
    expect(problems({ [field]: ` ${'x'.repeat(max)} ` })).toEqual([]);
    expect(problems({ [field]: 'x'.repeat(max + 1) })).toEqual([expect.stringContaining(`${field}: `)]);
  }
});

it('[ACCOUNT-01] the contact form refuses line breaks and invisible characters in name and phone', () => {
  for (const field of ['name', 'phone'])
    for (const value of ['Ada\r\nNewsletter: yes', 'A\u200bda', '\u202eadA']) {
      const { error } = contactRequestSchema.safeParse({ ...contact, [field]: value });
      expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
        [field, expect.stringContaining('cannot contain line breaks or invisible characters')],
      ]);
    }
});

it('[CONTACT-04] the newsletter is not ordered unless it is chosen', () =>
  expect(contactRequestSchema.parse({ name: 'Ada', email: 'ada@example.com' }).newsletter).toBe(false));

it('[API-73] a response of success says so with a message', () => {
  const success = { success: true, message: 'Done' };
  expect(successSchema.parse(success)).toEqual(success);
  expect(optionalPaths(successSchema, success)).toEqual([]);
  expect(successSchema.safeParse({ ...success, success: false }).success).toBe(false);
  const response = { ...success, user };
  expect(loginResponseSchema.parse(response)).toEqual(response);
  expect(optionalPaths(loginResponseSchema, response)).toEqual([]);
  expect(loginResponseSchema.safeParse({ ...response, success: false }).success).toBe(false);
});
