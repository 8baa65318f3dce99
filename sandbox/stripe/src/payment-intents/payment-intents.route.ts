import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { text } from '../http/params.ts';
import { search, searchSchema } from '../search/search.ts';
import type { RequestContext } from '../request-context.ts';
import { cancelIntent } from './cancel.ts';
import { captureIntent } from './capture.ts';
import { confirmIntent } from './confirm.ts';
import { createIntent } from './create.ts';
import { findIntent } from './find.ts';
import { cancelSchema, captureSchema, confirmSchema, createSchema, updateSchema } from './schema.ts';
import { updateIntent } from './update.ts';

const BASE = '/v1/payment_intents';

const listIntents = (context: RequestContext) =>
  context.store.all('payment_intents').filter((intent) => intent.livemode === context.livemode);

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
    schema: z.strictObject({ ...listParams, customer: text.optional() }),
    execute: (context, params) =>
      paginate(params.customer ? [] : listIntents(context), params, BASE, 'payment_intent'),
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/search`,
    schema: searchSchema,
    execute: (context, params) => search(listIntents(context), params, `${BASE}/search`),
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    schema: z.strictObject({ client_secret: text.optional(), expand: z.array(text).optional() }),
    execute: (context, _params, id) => findIntent(context, id),
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id`,
    schema: updateSchema,
    execute: (context, params, id) => updateIntent(context, findIntent(context, id), params),
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id/confirm`,
    schema: confirmSchema,
    execute: (context, params, id) => confirmIntent(context, findIntent(context, id), params),
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id/capture`,
    schema: captureSchema,
    execute: (context, params, id) => captureIntent(context, findIntent(context, id), params),
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id/cancel`,
    schema: cancelSchema,
    execute: (context, params, id) =>
      cancelIntent(context, findIntent(context, id), params.cancellation_reason ?? null),
  }),
];
