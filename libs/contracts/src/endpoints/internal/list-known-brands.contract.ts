import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { brandSchema } from '../../schemas/brand.ts';
import { listKnownBrands } from './list-known-brands.ts';

export const listKnownBrandsContract = defineContract(listKnownBrands, {
  summary: 'All brands',
  access: 'service',
  response: z.array(brandSchema),
  errors: ['SERVICE_UNAVAILABLE'],
});
