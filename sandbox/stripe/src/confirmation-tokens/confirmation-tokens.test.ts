import { describe, expect, it } from 'vitest';
import { authorise, getError, startSandbox } from '../testing/harness.ts';

const form = {
  'client_context[currency]': 'usd',
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '5',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
  'payment_method_data[billing_details][address][postal_code]': '94103',
};

interface Body {
  id: string;
  status: string;
  next_action: unknown;
  error?: { code: string };
  last_payment_error?: { code: string };
  payment_method_preview: unknown;
}

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Calls the API as a browser does, with the publishable key. */
async function callAsBrowser(
  { url }: Sandbox,
  path: string,
  body?: Record<string, string>,
  key = 'pk_test_sandbox',
) {
  const response = await fetch(`${url}/v1/${path}`, {
    headers: { authorization: `Bearer ${key}` },
    ...(body && { method: 'POST', body: new URLSearchParams(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}
const createToken = async (sandbox: Sandbox, change: Record<string, string> = {}, key?: string) =>
  (await callAsBrowser(sandbox, 'confirmation_tokens', { ...form, ...change }, key)).body.id;
const confirm = ({ stripe }: Sandbox, token: string, currency = 'usd') =>
  authorise(stripe, undefined, { payment_method: undefined, confirmation_token: token, currency });

describe('a confirmation token', () => {
  it('[ELEMENT-01] holds the card for an intent, whose number is in no answer and no ledger', async () => {
    const sandbox = await startSandbox();
    const { body } = await callAsBrowser(sandbox, 'confirmation_tokens', form);
    expect(body).toMatchObject({ object: 'confirmation_token', livemode: false, payment_intent: null });
    expect(body.payment_method_preview).toMatchObject({
      card: { brand: 'visa', last4: '4242', exp_month: 5, exp_year: 2034 },
      billing_details: { address: { postal_code: '94103' } },
    });
    const intent = await confirm(sandbox, body.id);
    expect(intent.status).toBe('requires_capture');
    expect(JSON.stringify([body, intent, await sandbox.readLedger()])).not.toContain('4242424242424242');
  });

  it('[ELEMENT-01] is used once, within 12 hours, in its mode and its currency', async () => {
    const sandbox = await startSandbox();
    const token = await createToken(sandbox);
    expect((await getError(confirm(sandbox, token, 'eur'))).message).toMatch(/currency/);
    await confirm(sandbox, token);
    expect((await getError(confirm(sandbox, token))).message).toMatch(/already been used/);
    const ofLive = await createToken(sandbox, {}, 'pk_live_sandbox');
    expect((await getError(confirm(sandbox, ofLive))).message).toMatch(/exists in live mode/);
    const old = await createToken(sandbox);
    await sandbox.callControl('POST', 'clock', { advanceMs: 12 * 3600_000 });
    expect((await getError(confirm(sandbox, old))).message).toMatch(/expired/);
  });

  it('is made by the test helper from a test payment method', async () => {
    const sandbox = await startSandbox();
    const { id } = await sandbox.stripe.testHelpers.confirmationTokens.create({
      payment_method: 'pm_card_visa',
    });
    expect((await confirm(sandbox, id)).status).toBe('requires_capture');
  });

  it('is refused for a card that cannot be one', async () => {
    const sandbox = await startSandbox();
    const wrong = { ...form, 'payment_method_data[card][number]': '4242424242424241' };
    const { status, body } = await callAsBrowser(sandbox, 'confirmation_tokens', wrong);
    expect([status, body.error?.code]).toEqual([402, 'incorrect_number']);
  });
});

it('the publishable key reads only intents whose client secret is known, and nothing else', async () => {
  const sandbox = await startSandbox();
  const { id, client_secret } = await authorise(sandbox.stripe);
  const read = (query: string) => callAsBrowser(sandbox, `payment_intents/${id}${query}`);
  expect((await read(`?client_secret=${client_secret}`)).body.status).toBe('requires_capture');
  for (const query of ['', '?client_secret=pi_1_secret_2']) expect((await read(query)).status).toBe(404);
  expect((await callAsBrowser(sandbox, 'payment_intents')).status).toBe(403);
  expect((await callAsBrowser(sandbox, `payment_intents/${id}/cancel`, {})).status).toBe(403);
});

describe('a challenge', () => {
  const start = async (sandbox: Sandbox, card: string) =>
    confirm(sandbox, await createToken(sandbox, { 'payment_method_data[card][number]': card }));
  const answer = (
    sandbox: Sandbox,
    { id, client_secret }: { id: string; client_secret: string | null },
    outcome: string,
  ) =>
    callAsBrowser(sandbox, `payment_intents/${id}/answer_challenge`, {
      ...{ client_secret: client_secret ?? '', outcome },
    });

  it.each([
    ['4000000000003220', 'passed', 'requires_capture', undefined],
    ['4000000000003220', 'failed', 'requires_payment_method', 'payment_intent_authentication_failure'],
    ['4000008260003178', 'passed', 'requires_payment_method', 'card_declined'],
  ])('[ELEMENT-02] of the card %s that is %s leads to %s', async (card, outcome, status, code) => {
    const sandbox = await startSandbox();
    const intent = await start(sandbox, card);
    expect([intent.status, intent.next_action?.type]).toEqual(['requires_action', 'use_stripe_sdk']);
    const { body } = await answer(sandbox, intent, outcome);
    expect([body.status, body.next_action, body.last_payment_error?.code]).toEqual([status, null, code]);
    expect((await answer(sandbox, intent, outcome)).status).toBe(400);
  });

  it('[ELEMENT-02] is answered by the control API too, when its browser is gone', async () => {
    const sandbox = await startSandbox();
    const intent = await start(sandbox, '4000000000003220');
    await sandbox.callControl('POST', 'challenges', { payment_intent: intent.id, outcome: 'passed' });
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture');
  });
});
