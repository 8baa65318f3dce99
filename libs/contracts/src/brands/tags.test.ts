import { expect, it } from 'vitest';
import { hasTags } from './tags.ts';

it.each([
  ['', '', false],
  ['G-ABCD1234', '', true],
  ['', 'AW-ABCD1234', true],
])('[TRACK-07] a brand with the tags "%s" and "%s" has tags: %s', (analyticsId, adConversionId, expected) =>
  expect(hasTags({ tags: { analyticsId, adConversionId } })).toBe(expected),
);
