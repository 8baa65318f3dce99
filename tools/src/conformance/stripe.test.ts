import { createSandboxControl, startStripeSandbox } from '@fareline/service-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecret } from './api.ts';
import { listDifferences } from './differences.ts';
import {
  runDomainProbes,
  runStripeProbes,
  STRIPE_CONTRACT_FIELD,
  type StripeAnswer,
} from './stripe-probes.ts';
import { listInvalid, readSpecification } from './stripe-spec.ts';
import { startChanged } from './testing/start-changed.ts';

interface Ledger {
  payment_intents: { status: string; amount_received: number; amount_refunded: number }[];
}

const [provider, sandbox] = await Promise.all([startStripeSandbox(), startStripeSandbox()]);
afterAll(() => Promise.all([provider.kill(), sandbox.kill()]));
const sandboxAnswers = await runStripeProbes({ url: sandbox.url, token: 'sk_test_conformance' });
const specification = readSpecification();

const compareWith = async (url: string, token = 'rk_test_secret') =>
  listDifferences(await runStripeProbes({ url, token }), sandboxAnswers, STRIPE_CONTRACT_FIELD);
const readKey = (key: string | undefined) =>
  readSecret('STRIPE_KEY_TEST', /^[sr]k_test_/, { STRIPE_KEY_TEST: key });
const listOpen = async ({ url }: { url: string }) => {
  const { payment_intents } = await createSandboxControl<Ledger>({ url }).ledger();
  return payment_intents.filter(
    ({ status, amount_received, amount_refunded }) =>
      status !== 'canceled' && (status !== 'succeeded' || amount_refunded !== amount_received),
  );
};

describe('comparison with the provider', () => {
  it('finds no difference between two instances of the sandbox, and leaves nothing authorised or paid', async () => {
    expect(await compareWith(provider.url)).toEqual([]);
    expect(sandboxAnswers.size).toBe(36);
    expect([await listOpen(provider), await listOpen(sandbox)]).toEqual([[], []]);
  });

  it.each([
    [
      'a field that the sandbox lacks',
      (body: string) => body.replaceAll('"customer_account":', '"customer_group":null,"customer_account":'),
      'capture: body.customer_group: provider null, sandbox missing',
    ],
    [
      'another value of a list of values',
      (body: string) => body.replaceAll('"requires_capture"', '"requires_settlement"'),
      'authorisation: body.status: provider "requires_settlement", sandbox "requires_capture"',
    ],
    [
      'another code of an error',
      (body: string) => body.replaceAll('"charge_already_refunded"', '"nothing_left"'),
      'refund of nothing left: body.error.code: provider "nothing_left", sandbox "charge_already_refunded"',
    ],
    [
      'another parameter of an error',
      (body: string) => body.replaceAll('"param": "confirmation_token"', '"param": "token"'),
      'unknown token: body.error.param: provider "token", sandbox "confirmation_token"',
    ],
  ])('names %s', async (_name, change, line) => {
    expect(await compareWith(await startChanged(provider.url, change))).toContain(line);
  });

  it('ends what it made when an answer breaks the run, and names what it cannot end', async () => {
    const broken = await startChanged(provider.url, (body) => body.replace('"ctoken_', '"token_'));
    const lines = await compareWith(broken);
    expect(lines).toContain('void: not made at the provider, where an earlier call failed');
    expect(await listOpen(provider)).toEqual([]);
    const control = createSandboxControl<Ledger>(provider);
    await control.fault({
      method: 'POST',
      path: '/v1/payment_intents/[^/]+/cancel',
      times: 99,
      kind: 'status',
      status: 503,
    });
    await expect(compareWith(provider.url)).rejects.toThrow(/^pi_\w+ is left \w+: end it by hand\.$/);
    await control.clearFaults();
  });

  it('says that a key is refused, without repeating it', async () => {
    await expect(compareWith(provider.url, 'sk_test_secret-')).rejects.toThrow(
      /^401 for the list of payments: look at the key, and whether any is left\.$/,
    );
  });

  it.each([
    ['sk_live_secret', 'is not of the test mode'],
    ['pk_test_secret', 'is not of the test mode'],
    ['sk_test_secret_sandbox', 'is that of the sandbox'],
  ])('refuses to run with the key %s, without repeating it', (key, reason) => {
    expect(() => readKey(key)).toThrow(reason);
    expect(() => readKey(key)).not.toThrow('secret');
  });

  it('takes test keys, and knows that there is none', () => {
    expect(readKey('rk_test_secret')).toBe('rk_test_secret');
    expect(readKey(undefined)).toBeUndefined();
    expect(readKey('')).toBeUndefined();
  });
});

describe('published specification', () => {
  it('has every request and every answer of a run against the sandbox', async () => {
    const domains = await runDomainProbes({ url: sandbox.url, token: 'sk_test_conformance' });
    expect(domains.size).toBe(3);
    expect(listInvalid(specification, new Map([...sandboxAnswers, ...domains]))).toEqual([]);
  });

  const changeBody = (change: (text: string) => string, name = 'authorisation'): StripeAnswer => {
    const answer = sandboxAnswers.get(name)!;
    return { ...answer, body: JSON.parse(change(JSON.stringify(answer.body))) as unknown };
  };
  const changeParams = (params: object): StripeAnswer => {
    const { call, ...answer } = sandboxAnswers.get('authorisation')!;
    return { ...answer, call: { ...call, params: { ...call.params, ...params } } };
  };
  it.each([
    [
      changeBody((text) => text.replace('"amount":12050', '"amount":"12050"')),
      'answer.amount: must be integer',
    ],
    [changeBody((text) => text.replace('"amount_received"', '"received"')), 'answer.received: not published'],
    [changeBody((text) => text.replace('"currency":"eur",', '')), 'answer.currency: missing'],
    [
      changeBody((text) => text.replace('"status":"requires_capture"', '"status":"held"')),
      'answer.status: must be equal to one of the allowed values',
    ],
    [
      changeBody((text) => text.replace('"network_status":', '"network_state":')),
      'answer.latest_charge.outcome.network_state: not published',
    ],
    [
      changeBody((text) => text.replace('"decline_code":', '"decline":'), 'decline'),
      'answer.error.decline: not published',
    ],
    [changeParams({ capture: 'manual' }), 'request.capture: not published'],
    [changeParams({ amount: '12050' }), 'request.amount: must be integer'],
    [
      changeParams({ capture_method: 'later' }),
      'request.capture_method: must be equal to one of the allowed values',
    ],
  ])('names what is wrong in a changed call (%#)', (answer, problem) => {
    expect(specification.check(answer)).toContain(`post /v1/payment_intents: ${problem}`);
  });

  it('names calls that it does not have', () => {
    const answer = sandboxAnswers.get('authorisation')!;
    const call = { ...answer.call, route: '/v1/intents' };
    expect(specification.check({ ...answer, call })).toEqual(['post /v1/intents: not published']);
  });
});
