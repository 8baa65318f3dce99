import type { Program } from '@fareline/service-kit/testing';

/** A card whose bank asks its holder. */
export const challengeCard = 'pm_card_threeDSecure2Required';

/** Calls the card provider, as its own form or another program does. */
export async function callStripe<Body>(
  { url }: Pick<Program, 'url'>,
  path: string,
  body: Record<string, string>,
  key = 'sk_test_payments',
): Promise<Body> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(body),
  });
  return (await response.json()) as Body;
}

/** A token as the card provider's form makes it. */
export const createToken = async (
  stripe: Pick<Program, 'url'>,
  paymentMethod: string = challengeCard,
): Promise<string> =>
  (
    await callStripe<{ id: string }>(stripe, '/v1/test_helpers/confirmation_tokens', {
      payment_method: paymentMethod,
    })
  ).id;
