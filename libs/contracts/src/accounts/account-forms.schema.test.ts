import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  changePasswordFormSchema,
  forgotPasswordFormSchema,
  registerFormSchema,
  resetPasswordFormSchema,
} from './account-forms.schema.ts';
import { loginRequestSchema } from './account.schema.ts';

/** The messages of a schema as "field: message". */
const problems = (schema: z.ZodType, input: object): string[] =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

/** An email address that is valid apart from its length. */
const createEmail = (length: number) =>
  `a@${['b', 'c', 'd'].map((letter) => letter.repeat(63)).join('.')}.${'e'.repeat(length - 198)}.com`;

const registration = {
  username: 'ada',
  email: 'ada@example.com',
  firstName: 'A',
  lastName: 'B',
  password: 'secret',
  confirmPassword: 'secret',
  acceptsTerms: false,
};

const usernameProblem =
  'username: Username can contain Latin letters, digits, dots, dashes and underscores only; it cannot be an email address';
const emailProblem = 'email: Please enter a valid email address';

describe('the sign-up form', () => {
  it.each([true, false])(
    '[REGISTER-02] is valid with the shortest values and the terms accepted: %s',
    (value) => expect(problems(registerFormSchema, { ...registration, acceptsTerms: value })).toEqual([]),
  );

  it.each([
    ['[REGISTER-03]', { username: 'ad' }, 'username: Username must be at least 3 characters'],
    ['[REGISTER-03]', { username: ' ad ' }, 'username: Username must be at least 3 characters'],
    ['[REGISTER-03]', { username: 'a'.repeat(65) }, 'username: Username must be at most 64 characters'],
    ['[ACCOUNT-01]', { username: 'victim@example.com' }, usernameProblem],
    ['[ACCOUNT-01]', { username: '\u0430da' }, usernameProblem],
    ['[ACCOUNT-01]', { username: 'a\u200bda' }, usernameProblem],
    ['[ACCOUNT-01]', { username: 'ada\r\nlovelace' }, usernameProblem],
    ['[ACCOUNT-01]', { username: 'ada lovelace' }, usernameProblem],
    // The Kelvin sign, whose lower case is a Latin k.
    ['[ACCOUNT-01]', { username: '\u212ada' }, usernameProblem],
    ['[ACCOUNT-01]', { email: 'ada@example.com\r\nBcc: all@example.com' }, emailProblem],
    ['[ACCOUNT-01]', { email: 'a\u200bda@example.com' }, emailProblem],
    ['[REGISTER-04]', { email: 'ada@' }, 'email: Please enter a valid email address'],
    ['[REGISTER-04]', { email: createEmail(255) }, 'email: Please enter a valid email address'],
    ['[REGISTER-05]', { firstName: ' ' }, 'firstName: First name is required'],
    ['[REGISTER-05]', { firstName: 'a'.repeat(81) }, 'firstName: First name must be at most 80 characters'],
    ['[REGISTER-05]', { lastName: ' ' }, 'lastName: Last name is required'],
    ['[REGISTER-05]', { lastName: 'a'.repeat(81) }, 'lastName: Last name must be at most 80 characters'],
    ['[REGISTER-07]', { confirmPassword: 'other' }, "confirmPassword: Passwords don't match"],
  ])('%s refuses %o', (_, change, problem) =>
    expect(problems(registerFormSchema, { ...registration, ...change })).toEqual([problem]),
  );

  it.each([
    ['a line break', 'Ada\r\nYou won. Open evil.example'],
    ['a line separator', 'Ada\u2028Byron'],
    ['a zero-width space', 'A\u200bda'],
    ['a right-to-left override', '\u202eadA'],
    ['a control character', 'Ada\u0007'],
    ['an invisible letter', '\u3164'],
  ])('[ACCOUNT-01] refuses a first or last name with %s', (_, name) => {
    for (const [field, label] of [
      ['firstName', 'First name'],
      ['lastName', 'Last name'],
    ] as const)
      expect(problems(registerFormSchema, { ...registration, [field]: name })).toEqual([
        `${field}: ${label} cannot contain line breaks or invisible characters`,
      ]);
  });

  it('[ACCOUNT-01] folds the user name, and accepts personal names of every script, normalised', () => {
    const names = {
      username: ' Ada.Byron-1_x ',
      firstName: ' \u041e\u043b\u044c\u0433\u0430 ',
      lastName: 'Jose\u0301',
    };
    expect(registerFormSchema.parse({ ...registration, ...names })).toMatchObject({
      username: 'ada.byron-1_x',
      firstName: '\u041e\u043b\u044c\u0433\u0430',
      lastName: 'Jos\u00e9',
    });
  });

  it('[REGISTER-03] [REGISTER-04] [REGISTER-05] accepts the longest values', () => {
    const longest = { username: 'a'.repeat(64), email: createEmail(254), firstName: 'a'.repeat(80) };
    expect(problems(registerFormSchema, { ...registration, ...longest, lastName: 'a'.repeat(80) })).toEqual(
      [],
    );
  });

  it('[REGISTER-06] refuses a password of 5 or of 513 characters', () => {
    const check = (password: string) =>
      problems(registerFormSchema, { ...registration, password, confirmPassword: password });
    expect(check('12345')).toEqual(['password: Password must be at least 6 characters']);
    expect(check('x'.repeat(512))).toEqual([]);
    expect(check('x'.repeat(513))).toEqual(['password: Password must be at most 512 characters']);
  });

  it('[REGISTER-07] compares the passwords also when another field is invalid', () =>
    expect(problems(registerFormSchema, { ...registration, username: '', confirmPassword: 'other' })).toEqual(
      ['username: Username must be at least 3 characters', "confirmPassword: Passwords don't match"],
    ));

  it('[REGISTER-07] does not compare a password that is missing', () => {
    const { password: _, ...rest } = registration;
    expect(problems(registerFormSchema, rest)).toEqual(['password: Required']);
  });
});

it('[LOGIN-02] a sign-in requires user name and password', () => {
  expect(problems(loginRequestSchema, { username: ' ', password: '' })).toEqual([
    'username: Username is required',
    'password: Password is required',
  ]);
  const login = { username: 'a'.repeat(254), password: 'x'.repeat(512) };
  expect(problems(loginRequestSchema, login)).toEqual([]);
  expect(problems(loginRequestSchema, { username: 'a'.repeat(255), password: 'x'.repeat(513) })).toEqual([
    'username: Invalid input',
    'password: Invalid input',
  ]);
});

const tooShort = 'New password must be at least 12 characters';
const missingClass =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character';
const strong = 'Correct horse 7';

describe.each([
  ['[SETTINGS-06]', changePasswordFormSchema, { currentPassword: 'x' }],
  ['[LOGIN-07]', resetPasswordFormSchema, {}],
])('%s a new password', (id, schema, rest) => {
  const check = (newPassword: string, confirmPassword = newPassword) =>
    problems(schema, { ...rest, newPassword, confirmPassword });

  it.each([
    ['12 characters of four classes', 'Abcdefghij1!', []],
    ['11 characters', 'Abcdefghi1!', [`newPassword: ${tooShort}`]],
    ['512 characters', `${'a'.repeat(509)}A1!`, []],
    ['513 characters', `${'a'.repeat(510)}A1!`, ['newPassword: New password must be at most 512 characters']],
    ['no uppercase letter', 'abcdefghij1!', [`newPassword: ${missingClass}`]],
    ['no lowercase letter', 'ABCDEFGHIJ1!', [`newPassword: ${missingClass}`]],
    ['no number', 'Abcdefghijk!', [`newPassword: ${missingClass}`]],
    ['no special character', 'Abcdefghijk1', [`newPassword: ${missingClass}`]],
  ])(`${id} with %s`, (_, password, expected) => expect(check(password)).toEqual(expected));

  it(`[SETTINGS-07] ${id} is confirmed`, () => {
    expect(check(strong, `${strong}!`)).toEqual(["confirmPassword: Passwords don't match"]);
    expect(check(strong, '')).toEqual([
      'confirmPassword: Please confirm your new password',
      "confirmPassword: Passwords don't match",
    ]);
    expect(check('short', 'other')).toContain("confirmPassword: Passwords don't match");
  });
});

it('[SETTINGS-05] a change of password requires the current one', () => {
  const form = { newPassword: strong, confirmPassword: strong };
  expect(problems(changePasswordFormSchema, { ...form, currentPassword: '' })).toEqual([
    'currentPassword: Current password is required',
  ]);
  expect(problems(changePasswordFormSchema, { ...form, currentPassword: 'x'.repeat(512) })).toEqual([]);
  expect(problems(changePasswordFormSchema, { ...form, currentPassword: 'x'.repeat(513) })).toEqual([
    'currentPassword: Invalid input',
  ]);
});

it('[LOGIN-06] the form for a reset link requires an email address', () => {
  for (const email of ['ada@example.com', createEmail(254)])
    expect(problems(forgotPasswordFormSchema, { email })).toEqual([]);
  for (const email of ['ada', createEmail(255)])
    expect(problems(forgotPasswordFormSchema, { email })).toEqual(['email: Invalid email']);
});
