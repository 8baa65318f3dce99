import { z } from 'zod';
import { expect, it } from 'vitest';
import {
  brandSchema,
  contactRequestSchema,
  defaultBrand,
  newPasswordSchema,
  passengerSchema,
} from './schemas.ts';

const { contact } = defaultBrand;

it.each([
  ['Required', passengerSchema, { firstName: 'Ada', lastName: 'Byron', dateOfBirth: '1990-12-10' }],
  ['Required', z.string().min(1), ''],
  ['Required', z.enum(['a', 'b']), undefined],
  ['Invalid input', z.enum(['a', 'b']), ''],
  ['Invalid input', z.string().min(3), 'ab'],
  ['Invalid input', z.iso.date(), '2026-02-30'],
  ['Invalid input', contactRequestSchema, { name: 'Ada', email: 'a@example.com', newsletter: 'yes' }],
  ['Invalid input', contactRequestSchema, { name: 'Ada', email: 'a@example.com', message: 'x'.repeat(5001) }],
  ['Invalid email', brandSchema, { ...defaultBrand, contact: { ...contact, email: 'nobody' } }],
] as const)('[ERROR-14] a check without a message returns "%s"', (text, schema, input) => {
  expect(schema.safeParse(input).error?.issues.map(({ message }) => message)).toEqual([text]);
});

it('[ERROR-14] a check with a message returns it', () => {
  expect(newPasswordSchema.safeParse('Ab1!').error?.issues.map(({ message }) => message)).toEqual([
    'New password must be at least 12 characters',
  ]);
});
