import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { toCardSummary, toRisk, toIntentState } from './intent-state.ts';

const card = (details: object) => toCardSummary({ card: details } as Stripe.PaymentMethod);
const charge = (details: object) => toRisk(details as Stripe.Charge);

describe('the state of an intent', () => {
  it.each([
    ['requires_capture', 'authorised'],
    ['succeeded', 'captured'],
    ['canceled', 'voided'],
    ['requires_action', 'challenged'],
    ['processing', 'processing'],
    ['requires_confirmation', 'incomplete'],
    ['requires_payment_method', 'incomplete'],
  ] as const)('[MONEY-22] %s is %s', (status, kind) =>
    expect(toIntentState({ id: 'pi_1', status } as Stripe.PaymentIntent)).toEqual({ kind, intentId: 'pi_1' }),
  );
});

describe('the card of a payment', () => {
  it('[CONFIRM-05] has brand, last digits and fingerprint', () => {
    const details = { brand: 'visa', last4: '4242', fingerprint: 'f1', exp_month: 12 };
    expect(card(details)).toEqual({ brand: 'visa', last4: '4242', fingerprint: 'f1' });
    expect(card({ brand: 'visa', last4: '4242' })).toMatchObject({ fingerprint: null });
  });

  it('[ELEMENT-01] is the wallet, without the digits of a number that is on no card', () =>
    expect(card({ brand: 'visa', last4: '4242', fingerprint: 'f1', wallet: { type: 'apple_pay' } })).toEqual({
      brand: 'apple_pay',
      last4: '',
      fingerprint: 'f1',
    }));

  it('is unknown where the provider gives an id only, or no card', () => {
    expect(toCardSummary(null)).toBeNull();
    expect(toCardSummary('pm_1')).toBeNull();
    expect(toCardSummary({} as Stripe.PaymentMethod)).toBeNull();
  });
});

describe('the risk of an authorisation', () => {
  it('[ELEMENT-02] has its level, and whether the cardholder was asked', () => {
    const asked = (result: string) => ({ payment_method_details: { card: { three_d_secure: { result } } } });
    expect(charge({ outcome: { risk_level: 'elevated' } })).toEqual({
      level: 'elevated',
      isAuthenticated: false,
    });
    expect(charge(asked('authenticated'))).toEqual({ level: null, isAuthenticated: true });
    expect(charge(asked('attempt_acknowledged'))).toMatchObject({ isAuthenticated: false });
    expect(charge({ payment_method_details: { card: { three_d_secure: null } } })).toMatchObject({
      isAuthenticated: false,
    });
    expect(charge({ payment_method_details: {} })).toMatchObject({ isAuthenticated: false });
  });

  it('is unknown where the provider gives an id only, or no charge', () => {
    for (const value of ['ch_1', null])
      expect(toRisk(value)).toEqual({ level: null, isAuthenticated: false });
  });
});
