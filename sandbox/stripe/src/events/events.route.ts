import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { resourceMissing } from '../http/errors.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { flag, text } from '../http/params.ts';

const BASE = '/v1/events';

/** Whether an event type matches a filter such as `charge.succeeded` or `charge.*`. */
const matchesType = (type: string, wanted: string) =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

/** Endpoints to read events, newest first. */
export const eventEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: BASE,
    schema: z.strictObject({
      ...listParams,
      delivery_success: flag.optional(),
      type: text.optional(),
      types: z.array(text).optional(),
    }),
    execute: (context, params) => {
      const types = [...(params.type ? [params.type] : []), ...(params.types ?? [])];
      const events = context.store
        .all('events')
        .filter((event) => event.livemode === context.livemode)
        .filter((event) => types.length === 0 || types.some((type) => matchesType(event.type, type)))
        .filter((event) => !params.delivery_success || event.pending_webhooks === 0);
      return paginate(events, params, BASE, 'event');
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    schema: z.strictObject({ expand: z.array(text).optional() }),
    execute: (context, _params, id) => {
      const event = context.store.get('events', id);
      if (event && event.livemode === context.livemode) return event;
      throw resourceMissing('event', id, 'id');
    },
  }),
];
