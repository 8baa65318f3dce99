import { z } from 'zod';
import { successSchema } from '../accounts/account.schema.ts';
import { defineContract } from '../contract.ts';
import { closeStaffAccount, listStaff, revokeRole } from './endpoints.ts';
import { staffMemberSchema } from './staff.schema.ts';

export const listStaffContract = defineContract(listStaff, {
  summary: 'Staff',
  access: 'admin',
  response: z.object({ staff: z.array(staffMemberSchema) }),
});

const offboarding = {
  access: 'admin',
  recent: true,
  params: z.object({ id: z.uuid() }),
  body: z.object({}).nullish(),
  response: successSchema,
  errors: ['ACTION_NOT_POSSIBLE'],
} as const;

export const revokeRoleContract = defineContract(revokeRole, {
  summary: 'Take a role away',
  ...offboarding,
});

export const closeStaffAccountContract = defineContract(closeStaffAccount, {
  summary: 'Close the account of a member of staff',
  ...offboarding,
});
