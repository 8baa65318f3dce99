import { defineContract } from '../../contract.ts';
import { userSchema } from '../../schemas/account.ts';
import { currentUser } from './current-user.ts';

export const currentUserContract = defineContract(currentUser, {
  summary: 'Current user',
  access: 'user',
  response: userSchema,
  errors: ['NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
