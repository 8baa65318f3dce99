import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Asks the provider about one watched offer. Its id is the offer's; a failure plans the next try itself. (PROVIDER-05) */
export const expiryJob = defineJob({
  name: 'check-watched-offer',
  payload: z.object({ offerId: z.string() }),
  attempts: 1,
});
