import { z } from 'zod';
import { modeSchema } from '../common.schema.ts';

/** The modes for which a service has the keys of each provider; never the keys. Not for browsers. */
export const providerKeysSchema = z.object({ duffel: z.array(modeSchema), stripe: z.array(modeSchema) });
