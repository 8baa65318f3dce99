import { defineEndpoint } from '../../endpoint.ts';
import { contactRequestSchema, successSchema } from '../../schemas/account.ts';

/** Queues a mail to the brand's general address. (API-81) */
export const sendContact = defineEndpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Send the contact form',
  body: contactRequestSchema,
  response: successSchema,
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
});
