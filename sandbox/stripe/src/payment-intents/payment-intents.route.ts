import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { text } from '../http/params.ts';
import { cancelIntent } from './cancel.ts';
import { captureIntent } from './capture.ts';
import { createIntent } from './create.ts';
import { findIntent } from './find.ts';
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
    schema: z.strictObject({ expand: z.array(text).optional() }),
    execute: (context, _params, id) => findIntent(context, id),
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
