import { defineContract } from '../contract.ts';
import { contactRequestSchema, successSchema } from '../accounts/account.schema.ts';
import {
  contactCasePageSchema,
  contactCaseParamsSchema,
  contactCaseQuerySchema,
} from './contact-case.schema.ts';
import { closeContactCase, listContactCases, sendContact } from './endpoints.ts';

export const sendContactContract = defineContract(sendContact, {
  summary: 'Send the contact form',
  access: 'public',
  body: contactRequestSchema,
  response: successSchema,
});

export const listContactCasesContract = defineContract(listContactCases, {
  summary: 'What messages ask support to do',
  access: 'support',
  query: contactCaseQuerySchema,
  response: contactCasePageSchema,
});

export const closeContactCaseContract = defineContract(closeContactCase, {
  summary: 'Close the case of a message',
  access: 'support',
  recent: true,
  params: contactCaseParamsSchema,
  response: successSchema,
  errors: ['CASE_NOT_FOUND'],
});
