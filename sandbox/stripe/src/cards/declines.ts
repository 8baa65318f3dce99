/** A reason for a decline: error code, decline code and text, see docs.stripe.com/testing and docs.stripe.com/declines/codes. */
export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
  param?: string;
}

const DECLINED = 'Your card was declined.';
const cardDeclined = (declineCode: string, message = DECLINED): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

export const DECLINES = {
  generic_decline: cardDeclined('generic_decline'),
  insufficient_funds: cardDeclined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: cardDeclined('lost_card'),
  stolen_card: cardDeclined('stolen_card'),
  fraudulent: cardDeclined('fraudulent'),
  card_velocity_exceeded: cardDeclined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  test_mode_live_card: cardDeclined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  expired_card: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, Decline>;

export type DeclineName = keyof typeof DECLINES;
