import { z } from 'zod';
import { successSchema } from '../accounts/account.schema.ts';
import { defineContract } from '../contract.ts';
import { deleteTraveller, listTravellers, saveTraveller } from './endpoints.ts';
import { savedTravellerSchema, travellerParamsSchema, travellerSchema } from './traveller.schema.ts';

export const listTravellersContract = defineContract(listTravellers, {
  summary: 'My saved travellers',
  access: 'user',
  response: z.array(savedTravellerSchema),
});

export const saveTravellerContract = defineContract(saveTraveller, {
  summary: 'Save a traveller',
  access: 'user',
  params: travellerParamsSchema,
  body: travellerSchema,
  response: successSchema,
  errors: ['TRAVELLERS_FULL'],
});

export const deleteTravellerContract = defineContract(deleteTraveller, {
  summary: 'Delete a saved traveller',
  access: 'user',
  params: travellerParamsSchema,
  response: successSchema,
  errors: ['TRAVELLER_NOT_FOUND'],
});
