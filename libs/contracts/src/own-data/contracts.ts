import { z } from 'zod';
import { confirmPasswordRequestSchema, successSchema, userSchema } from '../accounts/account.schema.ts';
import { auditEntrySchema } from '../audit/audit.schema.ts';
import { contactCaseSchema } from '../contact/contact-case.schema.ts';
import { defineContract } from '../contract.ts';
import { savedTravellerSchema } from '../travellers/traveller.schema.ts';
import { deleteAccount, exportAccount } from './endpoints.ts';

/** What accounts hold about a user; `activity` is newest first, `contactCases` are those of a confirmed email address. */
const accountExportSchema = z
  .object({
    account: userSchema,
    travellers: z.array(savedTravellerSchema),
    activity: z.array(auditEntrySchema),
    contactCases: z.array(contactCaseSchema.omit({ closedBy: true })),
  })
  .meta({ id: 'AccountExport' });

export const exportAccountContract = defineContract(exportAccount, {
  summary: 'Export the account',
  access: 'user',
  recent: true,
  response: accountExportSchema,
});

export const deleteAccountContract = defineContract(deleteAccount, {
  summary: 'Delete the account',
  access: 'user',
  body: confirmPasswordRequestSchema,
  response: successSchema,
  errors: ['CURRENT_PASSWORD_WRONG', 'FORBIDDEN'],
});
