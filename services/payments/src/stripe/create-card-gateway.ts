import Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentsConfig } from '../config.ts';
import { hasMoney } from '../ledger/provider-ledger.ts';
import { parseJson } from '../parse-json.ts';
import { isBelowMinimum, fromStripeAmount, toStripeAmount, toStripeRefundAmount } from './amounts.ts';
import { authorise } from './authorise.ts';
import type { CardAnswer, CardGateway, FoundIntent } from './card-gateway.ts';
import { createStripeClients } from './clients.ts';
import { getDeclineMessage } from './declines.ts';
import { toCardSummary, toRisk, toIntentState } from './intent-state.ts';
import {
  listStripeDisputes,
  listStripeIntents,
  listStripeLedger,
  listStripeRefunds,
  toLedgerDispute,
  toLedgerIntent,
  toLedgerRefund,
} from './list-ledger.ts';
import { registerWalletDomains } from './register-wallet-domains.ts';
import { withoutProviderText, withoutProviderTexts } from './provider-error.ts';

/** Each mode has a secret of its own, so an event's mode is read before its signature is verified. */
const eventModeSchema = z.object({ livemode: z.boolean().default(false) });
const idSchema = z.string().nullish().catch(null);
const intentEventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({
    object: z.object({
      ...{ id: idSchema, object: idSchema, payment_intent: idSchema },
      metadata: z.object({ payment_id: idSchema }).nullish().catch(null),
    }),
  }),
});

/** Whoever sent the body knows the secret, whatever the body is. */
function isSignedByStripe(body: string, signature: string, secret: string): boolean {
  try {
    Stripe.webhooks.constructEvent(body, signature, secret);
    return true;
  } catch (error) {
    return !(error instanceof Stripe.errors.StripeSignatureVerificationError);
  }
}

/** Search window around the payment's creation, because the intent is created within the same request. */
const searchBeforeSeconds = 300;
const searchAfterSeconds = 900;

/** Codes after which an authorisation cannot be captured any more, by docs.stripe.com/error-codes. */
const lostAuthorisationCodes: readonly (string | undefined)[] = [
  'capture_charge_authorization_expired',
  'capture_unauthorized_payment',
  'charge_expired_for_capture',
];

/** A call whose effect its intent shows. Any other error than these says nothing about the authorisation. */
async function callOnce(call: () => Promise<unknown>): Promise<CardAnswer> {
  try {
    await call();
    return { kind: 'done' };
  } catch (error) {
    const cause = withoutProviderText(error);
    if (!(error instanceof Stripe.errors.StripeError)) return { kind: 'doubt', cause, isReplayed: false };
    const isRefused =
      error instanceof Stripe.errors.StripeCardError || lostAuthorisationCodes.includes(error.code);
    if (isRefused) return { kind: 'refused', cause };
    return { kind: 'doubt', cause, isReplayed: error.statusCode !== undefined };
  }
}

/** Stripe replays a 500 for its idempotency key, although the outcome of the call is unknown. */
const isServerError = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && error.statusCode === 500;

/** Stripe replays a refusal as well, such as that of a disputed charge after the dispute is won. */
const isRefusal = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError;

/** What an event is about may be of another system, or of a key that was replaced. */
const ignoreMissing = (error: unknown): undefined => {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return;
  throw error;
};

/** A refund is refused so when less is left of the charge. */
const isExceeding = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'charge_already_refunded' || error.param === 'amount');

export function createCardGateway(config: PaymentsConfig): CardGateway {
  const getClient = createStripeClients(config);
  const webhookSecrets = { test: config.STRIPE_WEBHOOK_SECRET_TEST, live: config.STRIPE_WEBHOOK_SECRET_LIVE };

  return {
    authorise: (request) => authorise(getClient, request, config),
    isBelowMinimum: ({ minor, currency }) => isBelowMinimum(minor, currency),
    isPayable: ({ minor, currency }) => toStripeAmount(minor, currency) !== undefined,

    findIntent: withoutProviderTexts(async (mode, paymentId, createdAt) => {
      const created = Math.floor(createdAt.getTime() / 1000);
      const range = { gte: created - searchBeforeSeconds, lte: created + searchAfterSeconds };
      const page = { created: range, limit: 100, expand: ['data.payment_method', 'data.latest_charge'] };
      let found: FoundIntent | undefined;
      for await (const intent of getClient(mode).paymentIntents.list(page)) {
        if (intent.metadata.payment_id !== paymentId) continue;
        const currency = intent.currency.toUpperCase();
        const minor = fromStripeAmount(intent.amount, currency);
        const state = {
          ...toIntentState(intent),
          card: toCardSummary(intent.payment_method),
          risk: toRisk(intent.latest_charge),
          minor,
          currency,
        };
        if (hasMoney(state.kind)) return state;
        found ??= state;
      }
      return found;
    }),

    readChallenge: withoutProviderTexts(async (mode, intentId) => {
      const expand = ['payment_method', 'latest_charge'];
      const intent = await getClient(mode).paymentIntents.retrieve(intentId, { expand });
      const failure = intent.last_payment_error;
      const currency = intent.currency.toUpperCase();
      const isDeclined = failure && failure.code !== 'payment_intent_authentication_failure';
      return {
        ...toIntentState(intent),
        card: toCardSummary(intent.payment_method ?? failure?.payment_method ?? null),
        risk: toRisk(intent.latest_charge),
        minor: fromStripeAmount(intent.amount, currency),
        currency,
        clientSecret: intent.client_secret,
        declineMessage: isDeclined ? getDeclineMessage(failure.decline_code, failure.code) : null,
      };
    }),

    readIntent: withoutProviderTexts(async (mode, intentId) =>
      toIntentState(await getClient(mode).paymentIntents.retrieve(intentId)),
    ),

    capture: (mode, paymentId, intentId, number) =>
      callOnce(() =>
        getClient(mode).paymentIntents.capture(
          intentId,
          {},
          { idempotencyKey: `${paymentId}:capture:${number}` },
        ),
      ),

    voidAuthorisation: (mode, paymentId, intentId, number) =>
      callOnce(() =>
        getClient(mode).paymentIntents.cancel(
          intentId,
          {},
          { idempotencyKey: `${paymentId}:void:${number}` },
        ),
      ),

    refund: withoutProviderTexts(async (mode, metadata, intentId, { minor, currency }, number) => {
      const amount = toStripeRefundAmount(minor, currency);
      if (amount === undefined) throw new Error(`the amount cannot be refunded in ${currency}`);
      try {
        const created = await getClient(mode).refunds.create(
          { payment_intent: intentId, amount, metadata },
          { idempotencyKey: `${metadata.refund_id}:refund:${number}` },
        );
        const refund = toLedgerRefund(created);
        if (!refund) throw new Error(`the refund ${created.id} is of no intent`);
        return { kind: 'refunded', refund };
      } catch (error) {
        if (isExceeding(error)) return { kind: 'exceeds', cause: withoutProviderText(error) };
        if (isServerError(error) || isRefusal(error))
          return { kind: 'replayed', cause: withoutProviderText(error) };
        throw error;
      }
    }),

    readCharge: withoutProviderTexts(async (mode, intentId) => {
      const refunds = await listStripeRefunds(getClient(mode), { payment_intent: intentId });
      const expand = ['payment_method'];
      const intent = await getClient(mode).paymentIntents.retrieve(intentId, { expand });
      const { metadata, payment_method } = intent;
      return { intent: toLedgerIntent(intent), refunds, metadata, card: toCardSummary(payment_method) };
    }),

    listIntents: withoutProviderTexts((mode, since, until) =>
      listStripeIntents(getClient(mode), since, until),
    ),

    listDisputes: withoutProviderTexts((mode, intentId) =>
      listStripeDisputes(getClient(mode), { payment_intent: intentId }),
    ),

    readDispute: withoutProviderTexts((mode, id) =>
      getClient(mode).disputes.retrieve(id).then(toLedgerDispute, ignoreMissing),
    ),

    submitEvidence: withoutProviderTexts(
      async (mode, disputeId, { name, email, ipAddress, product, serviceDate, text }) => {
        const { disputes } = getClient(mode);
        const dispute = await disputes.retrieve(disputeId);
        if (!dispute.status.endsWith('needs_response')) return dispute.evidence_details.has_evidence;
        await disputes.update(dispute.id, {
          evidence: {
            ...{ customer_name: name, customer_email_address: email },
            ...(ipAddress !== null && { customer_purchase_ip: ipAddress }),
            ...{ product_description: product, service_date: serviceDate, uncategorized_text: text },
          },
          submit: true,
        });
        return true;
      },
    ),

    readRefund: withoutProviderTexts((mode, id) =>
      getClient(mode).refunds.retrieve(id).then(toLedgerRefund, ignoreMissing),
    ),

    registerWalletDomains: withoutProviderTexts((mode, domains, onFailure) =>
      registerWalletDomains(getClient(mode), domains, onFailure),
    ),

    listLedger: withoutProviderTexts((mode, since) => listStripeLedger(getClient(mode), since)),

    parseWebhook(body, signature) {
      const content = parseJson(body);
      const { data: shape } = eventModeSchema.safeParse(content);
      const mode = shape?.livemode ? 'live' : 'test';
      // Each mode has a secret of its own.
      const secrets = shape ? [webhookSecrets[mode]] : Object.values(webhookSecrets);
      if (!secrets.some((secret) => secret && isSignedByStripe(body, signature, secret))) return undefined;
      const event = intentEventSchema.safeParse(content);
      if (!event.success) return null;
      const {
        id,
        type,
        data: { object },
      } = event.data;
      return {
        ...{ id, mode, type, objectId: object.id ?? null },
        intentId: (object.object === 'payment_intent' ? object.id : object.payment_intent) ?? null,
        paymentId: object.metadata?.payment_id ?? null,
      };
    },
  };
}
