import { defineContract } from '../contract.ts';
import { contactRequestSchema, successSchema } from '../accounts/account.schema.ts';
import { sendContact } from './endpoints.ts';

export const sendContactContract = defineContract(sendContact, {
  summary: 'Send the contact form',
  access: 'public',
  body: contactRequestSchema,
  response: successSchema,
});
