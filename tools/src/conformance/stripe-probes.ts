import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createProbes, fetchAnswer, type Answer, type Api } from './api.ts';

type Param = string | number | boolean | readonly string[] | { [name: string]: Param };
type Params = Record<string, Param>;

interface Call {
  method: 'get' | 'post';
  /** A path of Stripe's published API, such as '/v1/payment_intents/{intent}'. */
  route: string;
  id?: string;
  params?: Params;
  /** The key of an earlier call, to repeat it. */
  key?: string;
  token?: string;
}

/** An answer and the call that it is for. */
export interface StripeAnswer extends Answer {
  call: Call;
}

/** Fields of Stripe whose value is part of the contract: of errors, and one of a list of values. */
export const STRIPE_CONTRACT_FIELD =
  /\.(object|type|status|code|decline_code|param|reason|cancellation_reason|capture_method|confirmation_method|network_status|brand|funding|payment_method_types\[\])$/;
const VERSION = '2026-10-28.endive';
/** Headers that payments or its SDK read; the others are of the network between. */
const HEADERS = new Set(['content-type', 'request-id', 'stripe-version', 'idempotent-replayed']);
const CLOCK_DIFFERENCE_SECONDS = 300;

const INTENTS = '/v1/payment_intents';
const INTENT = `${INTENTS}/{intent}`;
const REFUNDS = '/v1/refunds';
const ACCOUNT = '/v1/account';
const DOMAINS = '/v1/payment_method_domains';

const intentSchema = z.looseObject({ id: z.string().startsWith('pi_') });
const madeSchema = z.union([
  intentSchema,
  z
    .object({ error: z.object({ payment_intent: intentSchema }) })
    .transform(({ error }) => error.payment_intent),
]);
const listSchema = z.looseObject({
  has_more: z.boolean(),
  data: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      metadata: z.looseObject({ payment_id: z.string().optional() }),
      latest_charge: z.looseObject({ refunded: z.boolean() }).or(z.string()).nullish(),
    }),
  ),
});
const accountSchema = z.object({ id: z.string(), object: z.string() });
const tokenSchema = z.object({ id: z.string().startsWith('ctoken_') });

function toForm(params: Params): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: Param): void => {
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [key, entry] of Object.entries(value)) add(`${name}[${key}]`, entry);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}

async function send({ url, token }: Api, call: Call, idempotencyKey: string): Promise<StripeAnswer> {
  const form = toForm(call.params ?? {});
  const path = call.route.replace(/\{\w+\}/, call.id ?? '');
  const isPost = call.method === 'post';
  const answer = await fetchAnswer(`${url}${path}${!isPost && form.size > 0 ? `?${form}` : ''}`, {
    method: call.method.toUpperCase(),
    headers: {
      authorization: `Bearer ${call.token ?? token}`,
      'stripe-version': VERSION,
      ...(isPost && { 'idempotency-key': idempotencyKey }),
    },
    ...(isPost && { body: form }),
  });
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => HEADERS.has(name)));
  return { ...answer, headers, call };
}

/** Keeps what this run made: an account has other payments. */
function pickOwn(answer: StripeAnswer, run: string): StripeAnswer {
  const { data: list } = listSchema.safeParse(answer.body);
  if (!list) return answer;
  const data = list.data.filter(({ metadata }) => metadata.payment_id === run);
  return { ...answer, body: { ...list, has_more: false, data } };
}

/** What else an account says of the merchant is never read. */
const pickAccount = (answer: StripeAnswer): StripeAnswer => ({
  ...answer,
  body: accountSchema.safeParse(answer.body).data ?? answer.body,
});

/** Cancels what the run authorised or left incomplete and refunds what it captured, also when its response was lost. */
async function cleanUp(api: Api, run: string, since: number): Promise<void> {
  for (let after: string | undefined, hasMore = true; hasMore;) {
    const page = { created: { gte: since }, limit: 100, expand: ['data.latest_charge'] };
    const params = { ...page, ...(after && { starting_after: after }) };
    const { status: listed, body } = await send(api, { method: 'get', route: INTENTS, params }, '');
    if (listed !== 200)
      throw new Error(`${listed} for the list of payments: look at the key, and whether any is left.`);
    const { data, has_more } = listSchema.parse(body);
    for (const { id, status, metadata, latest_charge: charge } of data) {
      const isRefunded = typeof charge === 'object' && charge?.refunded;
      if (metadata.payment_id !== run || status === 'canceled' || isRefunded) continue;
      const end: Call =
        status === 'succeeded'
          ? { method: 'post', route: REFUNDS, params: { payment_intent: id } }
          : { method: 'post', route: `${INTENT}/cancel`, id };
      const ended = await send(api, end, `${run}:end:${id}`);
      if (ended.status !== 200) throw new Error(`${id} is left ${status}: end it by hand.`);
    }
    [hasMore, after] = [has_more, data.at(-1)?.id];
  }
}

/**
 * Makes the calls that payments makes at one implementation: authorisations, declines, challenges, captures, voids, refunds and lists,
 * and refused calls. Nothing stays authorised or paid.
 */
export async function runStripeProbes(api: Api): Promise<Map<string, StripeAnswer>> {
  const run = randomUUID();
  const since = Math.floor(Date.now() / 1000) - CLOCK_DIFFERENCE_SECONDS;
  const { answers, ask } = createProbes(async (call: Call, name) => {
    const answer = await send(api, call, `${run}:${call.key ?? name}`);
    return call.route === ACCOUNT ? pickAccount(answer) : pickOwn(answer, run);
  });
  const create = async (name: string, params: Params, key = name): Promise<string | undefined> => {
    const fixed = {
      amount: 12_050,
      currency: 'eur',
      capture_method: 'manual',
      confirm: true,
      allowed_payment_method_types: ['card'],
      description: 'Flights LHR-JFK 14 Jul',
      statement_descriptor_suffix: 'FARELINE',
      metadata: { payment_id: run },
      expand: ['latest_charge', 'payment_method'],
    };
    const call: Call = { method: 'post', route: INTENTS, params: { ...fixed, ...params }, key };
    return (await ask(name, call, madeSchema))?.id;
  };
  const read = (name: string, id: string) =>
    ask(name, { method: 'get', route: INTENT, id, params: { expand: ['payment_method'] } });
  const post = (name: string, action: 'capture' | 'cancel', id: string) =>
    ask(name, { method: 'post', route: `${INTENT}/${action}`, id });
  const makeToken = async (name: string, payment_method: string): Promise<string> => {
    const route = '/v1/test_helpers/confirmation_tokens';
    const call: Call = { method: 'post', route, params: { payment_method } };
    return (await ask(name, call, tokenSchema))?.id ?? 'ctoken_none';
  };
  const refund = (name: string, payment_intent: string, amount: number) => {
    const params = { payment_intent, amount, metadata: { payment_id: run } };
    return ask(name, { method: 'post', route: REFUNDS, params });
  };
  const return_url = 'https://fareline.example/booking/payment-return';

  try {
    const visa = { payment_method: 'pm_card_visa' };
    const paid = await create('authorisation', visa);
    await create('authorisation repeated', visa, 'authorisation');
    const confirmation_token = await makeToken('token', 'pm_card_visa');
    const voided = await create('authorisation by token', { confirmation_token, return_url });
    await create('token used twice', { confirmation_token, return_url });
    await create('decline', { payment_method: 'pm_card_visa_chargeDeclined' });
    await create('insufficient funds', { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' });
    const challenged = await create('challenge', { payment_method: 'pm_card_threeDSecure2Required' });
    const asking = await makeToken('token that asks', 'pm_card_threeDSecure2Required');
    await create('challenge by token', { confirmation_token: asking, return_url });
    await create('unknown payment method', { payment_method: 'pm_unknown' });
    await create('unknown token', { confirmation_token: 'ctoken_unknown', return_url });
    await create('amount too small', { ...visa, amount: 1 });
    await create('amount too large', { ...visa, amount: 9_999_999_999 });
    await create('unknown currency', { ...visa, currency: 'xxx' });
    await read('unknown intent', 'pi_unknown');
    await ask('unknown key', { method: 'get', route: INTENTS, token: 'unknown' });
    if (challenged) {
      await read('challenged intent', challenged);
      await post('capture of a challenged intent', 'capture', challenged);
      await post('cancelled challenge', 'cancel', challenged);
    }
    if (voided) {
      await post('void', 'cancel', voided);
      await post('void repeated', 'cancel', voided);
      await refund('refund of a voided intent', voided, 100);
    }
    if (paid) {
      await read('authorised intent', paid);
      await post('capture', 'capture', paid);
      await post('capture repeated', 'capture', paid);
      await post('void of a captured intent', 'cancel', paid);
      await refund('refund of a part', paid, 5000);
      await refund('refund of too much', paid, 12_050);
      await refund('refund of the rest', paid, 7050);
      await refund('refund of nothing left', paid, 1);
      const params = { payment_intent: paid, limit: 100 };
      await ask('refunds of the intent', { method: 'get', route: REFUNDS, params });
    }
    const page = { created: { gte: since }, limit: 100 };
    await ask('refunds', { method: 'get', route: REFUNDS, params: page });
    const range = { ...page.created, lte: since + 2 * CLOCK_DIFFERENCE_SECONDS };
    const params = { ...page, created: range, expand: ['data.payment_method'] };
    await ask('intents', { method: 'get', route: INTENTS, params });
    await ask('domains', { method: 'get', route: DOMAINS, params: { domain_name: 'unknown.example' } });
    await ask('account', { method: 'get', route: ACCOUNT });
    return answers;
  } finally {
    await cleanUp(api, run, since);
  }
}

/** The calls that register a domain for wallets. At Stripe a domain cannot be deleted, so they are made at a sandbox only. */
export async function runDomainProbes(api: Api): Promise<Map<string, StripeAnswer>> {
  const params = { domain_name: 'fareline.example' };
  const { answers, ask } = createProbes((call: Call) => send(api, call, randomUUID()));
  const made = await ask('domain', { method: 'post', route: DOMAINS, params }, z.object({ id: z.string() }));
  await ask('domains of a name', { method: 'get', route: DOMAINS, params });
  const route = `${DOMAINS}/{payment_method_domain}/validate`;
  await ask('validated domain', { method: 'post', route, id: made?.id ?? '' });
  return answers;
}
