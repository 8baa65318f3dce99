import { expect, it } from 'vitest';
import { authorise } from './authorise.ts';

it('[PROVIDER-43] sends nothing in place of a card number in live mode, where the real provider takes no test card', async () => {
  const getClient = () => expect.unreachable('a call was made');
  const request = {
    ...({
      mode: 'live',
      paymentId: 'p',
      amountMinor: 100,
      currency: 'USD',
      description: '',
      statementSuffix: undefined,
      metadata: {},
      isChallengeWanted: false,
    } as const),
    card: {
      ...{ number: '4242424242424242', expiryMonth: '05', expiryYear: '34', cvv: '123' },
      holderName: 'Ada Byron',
    },
    paymentMethodId: undefined,
  };
  const settings = { STRIPE_RAW_CARDS: false, STRIPE_BASE_URL: undefined };
  expect(await authorise(getClient, request, settings)).toEqual({ kind: 'number_refused' });
});
