import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  changePasswordFormSchema,
  loginRequestSchema,
  openTripRequestSchema,
  passengerNameSchema,
  registerFormSchema,
  registerRequestSchema,
  resetPasswordFormSchema,
  reviewedBookingQuerySchema,
} from './schemas.ts';
import * as services from './services.ts';

const decompose = (text: string) => text.normalize('NFD');

/** The fields of a schema, with those of all alternatives. */
function listFields(schema: unknown): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape as Record<string, z.ZodType>);
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion)
    return schema.options.flatMap(listFields);
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? listFields(schema.unwrap())
    : [];
}

const typedFields = Object.entries(services as unknown as Record<string, { body?: unknown }>).flatMap(
  ([contract, { body }]) =>
    listFields(body)
      .filter(([name]) => /password|email/i.test(name))
      .map(([name, schema]) => ({ contract, name, schema })),
);

const samples = { password: 'Schöner-Tåg-4711!', email: 'ada@bücher.example' };

it.each(typedFields)('[CARE-02] $contract takes $name in every Unicode form', ({ name, schema }) => {
  const text = /password/i.test(name) ? samples.password : samples.email;
  expect(decompose(text)).not.toBe(text);
  expect(schema.parse(decompose(text))).toBe(text);
});

it('[CARE-02] the test above sees every endpoint that takes a password', () => {
  const contracts = typedFields.flatMap(({ contract, name }) => (/password/i.test(name) ? [contract] : []));
  expect([...new Set(contracts)].toSorted()).toEqual([
    'adminLoginContract',
    'changePasswordContract',
    'confirmPasswordContract',
    'deleteAccountContract',
    'loginContract',
    'registerContract',
    'resetPasswordContract',
  ]);
});

it('[CARE-02] counts the length of a password in one Unicode form', () => {
  const { password } = registerRequestSchema.shape;
  expect(password.safeParse(decompose('öäü')).success).toBe(false);
  expect(password.parse(decompose('ö'.repeat(512)))).toHaveLength(512);
  expect(password.safeParse(decompose('ö'.repeat(513))).success).toBe(false);
});

it('[CARE-02] a password and its repetition may be of two Unicode forms', () => {
  const { password, email } = samples;
  const [newPassword, confirmPassword] = [password, decompose(password)];
  const names = { username: 'ada', email, firstName: 'Ada', lastName: 'Byron' };
  const forms = [
    registerFormSchema.safeParse({ ...names, password, confirmPassword, acceptsTerms: true }),
    changePasswordFormSchema.safeParse({ currentPassword: 'x', newPassword, confirmPassword }),
    resetPasswordFormSchema.safeParse({ newPassword, confirmPassword }),
  ];
  for (const { error } of forms) expect(error).toBeUndefined();
});

it('[CARE-02] names and what is searched for are of one Unicode form', () => {
  const name = 'Zoë Ångström';
  const search = { reference: 'ABC123', lastName: decompose(name), code: '123456' };
  expect(openTripRequestSchema.parse(search).lastName).toBe(name);
  expect(reviewedBookingQuerySchema.parse({ text: decompose(name) }).text).toBe(name);
  expect(passengerNameSchema.parse(decompose(name))).toBe(name);
  expect(registerRequestSchema.shape.firstName.parse(decompose(name))).toBe(name);
  expect(loginRequestSchema.shape.username.parse(decompose(samples.email))).toBe(samples.email);
});
