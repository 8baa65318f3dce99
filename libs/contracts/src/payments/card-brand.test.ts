import { expect, it } from 'vitest';
import { cardBrandName, describeCard } from './card-brand.ts';

it.each([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['AMEX', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['Dankort', 'Dankort'],
  ['apple_pay', 'Apple Pay'],
])('the card brand %s is shown as %s', (code, name) => expect(cardBrandName(code)).toBe(name));

it('[ELEMENT-01] a wallet is named without digits, which are not those on the card', () => {
  expect(describeCard({ brand: 'visa', last4: '4242' })).toBe('Visa card ending 4242');
  expect(describeCard({ brand: 'google_pay', last4: '' })).toBe('Google Pay');
});
