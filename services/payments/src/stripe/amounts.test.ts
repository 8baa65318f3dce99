import { describe, expect, it } from 'vitest';
import { toStripeAmount } from './amounts.ts';
import { getDeclineMessage } from './declines.ts';

describe('toStripeAmount', () => {
  it('[PROVIDER-42] refuses thousandths that Stripe cannot take', () => {
    expect(toStripeAmount(12_345, 'KWD')).toBeUndefined();
  });

  it('[PROVIDER-42] counts as Stripe counts, whatever ISO says', () => {
    expect(toStripeAmount(38_950, 'USD')).toBe(38_950);
    expect(toStripeAmount(1200, 'JPY')).toBe(1200);
    expect(toStripeAmount(12_340, 'KWD')).toBe(12_340);
    expect(toStripeAmount(1200, 'UGX')).toBe(120_000);
  });
});

describe('declineMessage', () => {
  it('[API-51] tells no thief that a card is lost or stolen, and always that nothing was charged', () => {
    expect(getDeclineMessage('stolen_card', 'card_declined')).toBe(getDeclineMessage('generic_decline'));
    expect(getDeclineMessage('insufficient_funds', 'card_declined')).toMatch(
      /enough money.*Nothing was charged\.$/,
    );
    expect(getDeclineMessage(undefined, 'expired_card')).toMatch(/expired/);
  });
});
