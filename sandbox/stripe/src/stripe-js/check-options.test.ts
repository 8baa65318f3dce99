import { expect, it } from 'vitest';
import {
  checkElementsOptions,
  checkElementsUpdate,
  checkKey,
  checkPaymentElementOptions,
  checkTokenParams,
  IntegrationError,
  parseClientSecret,
} from './check-options.ts';

const options = { mode: 'payment', amount: 12_050, currency: 'usd' };

it('[ELEMENT-01] elements() takes the options of a payment by card', () => {
  const variables = { colorText: '#123', colorPrimary: 'rgb(0, 10, 20)', borderRadius: '4px' };
  const appearance = { theme: 'stripe', variables };
  const fonts = [{ family: 'Plus', src: 'url(https://example.com/plus.woff2)', weight: '200 800' }];
  const more = {
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    loader: 'never',
    locale: 'en',
  };
  expect(() => checkElementsOptions({ ...options, ...more, appearance, fonts })).not.toThrow();
});

it.each([
  [{ ...options, mode: undefined }, /Missing value.*mode/],
  [{ ...options, mode: 'setup' }, /mode is "setup"/],
  [{ ...options, amount: undefined }, /Missing value.*amount/],
  [{ ...options, amount: 0 }, /amount is 0/],
  [{ ...options, amount: 120.5 }, /amount is 120.5/],
  [{ ...options, amount: '12050' }, /amount is "12050"/],
  [{ ...options, currency: 'USD' }, /currency is "USD"/],
  [{ ...options, paymentMethodTypes: ['card'] }, /removed in Endive: use allowedPaymentMethodTypes/],
  [{ ...options, allowedPaymentMethodTypes: ['card', 'link'] }, /allowedPaymentMethodTypes/],
  [{ ...options, fonts: [{ family: 'Plus', src: 'url(/plus.woff2)' }] }, /fonts is/],
  [{ ...options, toString: 1 }, /toString is not a recognized parameter/],
  [{ ...options, appearance: { colors: {} } }, /colors is not a recognized parameter of appearance/],
  [{ ...options, appearance: { variables: { borderRadius: 'var(--radius)' } } }, /variables is/],
  [{ ...options, appearance: { variables: { colorText: 'oklch(0.5 0.2 240)' } } }, /variables is/],
  [undefined, /should be an object/],
])('[ELEMENT-01] elements() refuses %j', (wrong, message) => {
  expect(() => checkElementsOptions(wrong)).toThrow(message);
  expect(() => checkElementsOptions(wrong)).toThrow(IntegrationError);
});

it('[ELEMENT-01] each other call refuses what it does not know', () => {
  expect(() => checkElementsUpdate({ amount: 1 })).not.toThrow();
  expect(() => checkElementsUpdate({ loader: 'never' })).toThrow(/loader is not a recognized parameter/);
  expect(() => checkPaymentElementOptions({ layout: 'tabs' })).not.toThrow();
  expect(() => checkPaymentElementOptions({ fields: {} })).toThrow(/fields is not a recognized parameter/);
  expect(() => checkTokenParams({ return_url: 'https://example.com/back' })).not.toThrow();
  expect(() => checkTokenParams({ return_url: '/back' })).toThrow(/return_url/);
  expect(() => checkTokenParams({ payment_method_data: { card: {} } })).toThrow(/card is not a recognized/);
});

it('[ELEMENT-01] takes publishable keys and client secrets only', () => {
  expect(() => checkKey('pk_live_sandbox')).not.toThrow();
  expect(() => checkKey('sk_test_sandbox')).toThrow(/secret key/);
  expect(() => checkKey(undefined)).toThrow(/publishable key/);
  expect(parseClientSecret('call', 'pi_3abc_secret_xyz')).toBe('pi_3abc');
  for (const wrong of ['pi_3abc', 'seti_1_secret_2', undefined])
    expect(() => parseClientSecret('call', wrong)).toThrow(/clientSecret/);
});
