import { expect, it } from 'vitest';
import { cardBrandName } from './card-brand.ts';

it.each([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['AMEX', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['Dankort', 'Dankort'],
])('the card brand %s is shown as %s', (code, name) => expect(cardBrandName(code)).toBe(name));
