import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Looks for watched offers whose check is due. Often and cheap: the provider is asked for the due ones only. (PROVIDER-05) */
export const expiryJob = defineJob({ name: 'check-watched-offers', payload: z.object({}), everyMs: 10_000 });
