import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { contactRequestSchema, successSchema } from '../accounts/account.schema.ts';

/** Queues an email to the brand's general email address. (API-81) */
export const sendContact: Endpoint<{
  body: z.input<typeof contactRequestSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/contact',
};
