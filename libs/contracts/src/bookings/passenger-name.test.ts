import { expect, it } from 'vitest';
import { getPlainName } from './passenger-name.ts';

it.each([
  ['MÜLLER', 'muller'],
  ['  O’Connor ', 'o connor'],
  ["O'Connor", 'OCONNOR'],
  ['García-López', 'Garcia Lopez'],
  ['Sørensen', 'SORENSEN'],
  ['Łukasik', 'lukasik'],
  ['Weiß', 'weiss'],
  ['Ægir', 'aegir'],
  ['Müller-Öğüt', 'MUELLER OEGUET'],
  ['Mueller', 'Müller'],
])('[TRIP-06] compares %s with %s as one name', (written, typed) => {
  expect(getPlainName(written)).toBe(getPlainName(typed));
});

it('[TRIP-06] tells names apart, also those in other scripts', () => {
  const names = ['Muller', 'Moller', 'Miller', 'Иванов', 'Петров', '王', '李'];
  expect(new Set(names.map(getPlainName)).size).toBe(names.length);
  expect(getPlainName(' -’')).toBe('');
});
