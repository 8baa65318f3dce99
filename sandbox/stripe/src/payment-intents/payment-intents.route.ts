import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { oneOf, text } from '../http/params.ts';
import { cancelIntent } from './cancel.ts';
import { answerChallenge } from './confirm.ts';
import { captureIntent } from './capture.ts';
import { createIntent } from './create.ts';
import { findIntent, findOwnIntent } from './find.ts';
import { cancelSchema, captureSchema, createSchema } from './schema.ts';

const BASE = '/v1/payment_intents';

/** Endpoints of /v1/payment_intents. */
export const paymentIntentEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: BASE,
    schema: createSchema,
    execute: (context, params) => createIntent(context, params),
  }),
  defineEndpoint({
    method: 'GET',
    path: BASE,
    schema: z.strictObject(listParams),
    execute: (context, params) => {
      const intents = context.intents.all().filter((intent) => intent.livemode === context.livemode);
      return paginate(intents, params, BASE, 'payment_intent');
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    isPublic: true,
    schema: z.strictObject({ client_secret: text.optional(), expand: z.array(text).optional() }),
    execute: (context, { client_secret }, id) => findOwnIntent(context, id, client_secret),
  }),
  // In place of the pages of the bank that Stripe.js opens.
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id/answer_challenge`,
    isPublic: true,
    schema: z.strictObject({ client_secret: text, outcome: oneOf('passed', 'failed') }),
    execute: (context, { client_secret, outcome }, id) =>
      answerChallenge(context, findOwnIntent(context, id, client_secret), outcome),
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id/capture`,
    schema: captureSchema,
    execute: (context, _params, id) => captureIntent(context, findIntent(context, id)),
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id/cancel`,
    schema: cancelSchema,
    execute: (context, params, id) =>
      cancelIntent(context, findIntent(context, id), params.cancellation_reason ?? null),
  }),
];
