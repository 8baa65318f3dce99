import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Checks one watched offer at the provider. The job id is the offer id; after a failure the handler schedules the retry. (PROVIDER-05) */
export const expiryJob = defineJob({
  name: 'check-watched-offer',
  payload: z.object({ offerId: z.string() }),
  attempts: 1,
});
