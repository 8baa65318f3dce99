import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { brandSchema } from '../../schemas/brand.ts';
import { saveBrand } from './save-brand.ts';

export const saveBrandContract = defineContract(saveBrand, {
  summary: 'Save a brand',
  access: 'admin',
  params: z.object({ brand: z.string().min(1).max(63) }),
  body: brandSchema,
  response: brandSchema,
  errors: ['VALIDATION_ERROR', 'NOT_AUTHENTICATED', 'FORBIDDEN'],
});
