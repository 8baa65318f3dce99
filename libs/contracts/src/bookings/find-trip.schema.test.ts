import { expect, it } from 'vitest';
import { openTripRequestSchema } from './find-trip.schema.ts';

const parse = (code: string) =>
  openTripRequestSchema.safeParse({ reference: 'ABC123', lastName: 'Byron', code });

it.each(['', '12345', '12345a', '1234567'])('[TRIP-06] a code is not “%s”', (code) =>
  expect(parse(code).success).toBe(false),
);

it('[TRIP-06] a code is 6 digits, also with spaces', () =>
  expect(parse('123 456').data?.code).toBe('123456'));
