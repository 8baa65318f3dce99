import { describe, expect, it } from 'vitest';
import { getDeclineMessage } from './declines.ts';

const generic = 'Your bank declined the card. Please use another card or ask your bank. Nothing was charged.';

describe('the message of a decline', () => {
  it.each([
    ['insufficient_funds', /enough money.*another card/],
    ['expired_card', /has expired/],
    ['incorrect_cvc', /security code/],
    ['invalid_cvc', /security code/],
    ['incorrect_number', /card number/],
    ['invalid_number', /card number/],
    ['invalid_expiry_month', /expiry date/],
    ['invalid_expiry_year', /expiry date/],
    ['incorrect_zip', /address/],
    ['processing_error', /just now/],
    ['try_again_later', /just now/],
    ['issuer_not_available', /could not be reached/],
    ['card_velocity_exceeded', /limit/],
    ['withdrawal_count_limit_exceeded', /limit/],
    ['currency_not_supported', /currency/],
    ['card_not_supported', /this kind of payment/],
    ['test_mode_live_card', /Only test cards/],
  ])('[API-51] of %s says what to do, and that nothing was charged', (code, text) => {
    expect(getDeclineMessage(code)).toMatch(text);
    expect(getDeclineMessage(code)).toMatch(/ Nothing was charged\.$/);
  });

  it('[API-51] does not reveal a lost or stolen card', () => {
    for (const code of ['stolen_card', 'lost_card', 'generic_decline', 'toString', '', null, undefined])
      expect(getDeclineMessage(code)).toBe(generic);
  });

  it('takes the first code that says more', () => {
    expect(getDeclineMessage(undefined, 'expired_card')).toMatch(/has expired/);
    expect(getDeclineMessage('generic_decline', 'card_declined')).toBe(generic);
    expect(getDeclineMessage('insufficient_funds', 'expired_card')).toMatch(/enough money/);
  });
});
