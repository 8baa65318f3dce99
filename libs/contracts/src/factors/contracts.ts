import { z } from 'zod';
import { loginResponseSchema, successSchema } from '../accounts/account.schema.ts';
import { defineContract } from '../contract.ts';
import {
  addFactor,
  challengeFactor,
  listFactors,
  prepareFactor,
  readFactor,
  removeFactor,
  replaceRecoveryCodes,
  showFactor,
} from './endpoints.ts';
import {
  addedFactorSchema,
  factorChallengeSchema,
  factorPreparationSchema,
  factorsSchema,
  factorStateSchema,
  newFactorSchema,
  prepareFactorRequestSchema,
  recoveryCodesSchema,
  shownFactorSchema,
} from './factor.schema.ts';

export const readFactorContract = defineContract(readFactor, {
  summary: 'Second factor of the session',
  access: 'factor',
  response: factorStateSchema,
});

const signIn = { notNeeded: 'It is how a second factor becomes recent.' } as const;

export const challengeFactorContract = defineContract(challengeFactor, {
  summary: 'Begin to show a passkey',
  access: 'factor',
  recent: signIn,
  body: z.object({}).nullish(),
  response: factorChallengeSchema,
});

export const showFactorContract = defineContract(showFactor, {
  summary: 'Show a second factor',
  access: 'factor',
  recent: signIn,
  body: shownFactorSchema,
  response: loginResponseSchema,
  errors: ['FACTOR_REFUSED'],
});

export const listFactorsContract = defineContract(listFactors, {
  summary: 'Own second factors',
  access: 'support',
  notAudited: 'Second factors are those of who asks.',
  response: factorsSchema,
});

/** Errors of who may not add a factor yet. */
const addingErrors = ['FACTOR_REQUIRED', 'PASSWORD_REQUIRED', 'LINK_INVALID'] as const;

const firstFactor = {
  notNeeded: 'Its handler asks for it, or for the link that sets up a first factor.',
} as const;

export const prepareFactorContract = defineContract(prepareFactor, {
  summary: 'Begin to add a second factor',
  access: 'factor',
  recent: firstFactor,
  body: prepareFactorRequestSchema,
  response: factorPreparationSchema,
  errors: addingErrors,
});

export const addFactorContract = defineContract(addFactor, {
  summary: 'Add a second factor',
  access: 'factor',
  recent: firstFactor,
  body: newFactorSchema,
  response: addedFactorSchema,
  errors: [...addingErrors, 'FACTOR_REFUSED', 'ACTION_NOT_POSSIBLE'],
});

export const removeFactorContract = defineContract(removeFactor, {
  summary: 'Remove a second factor',
  access: 'support',
  recent: true,
  params: z.object({ id: z.uuid() }),
  response: successSchema,
  errors: ['FACTOR_NEEDED'],
});

export const replaceRecoveryCodesContract = defineContract(replaceRecoveryCodes, {
  summary: 'Replace the recovery codes',
  access: 'support',
  recent: true,
  body: z.object({}).nullish(),
  response: recoveryCodesSchema,
  errors: ['ACTION_NOT_POSSIBLE'],
});
