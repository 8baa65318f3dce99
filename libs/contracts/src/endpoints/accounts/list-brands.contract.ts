import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { brandSchema } from '../../schemas/brand.ts';
import { listBrands } from './list-brands.ts';

export const listBrandsContract = defineContract(listBrands, {
  summary: 'All brands',
  access: 'admin',
  response: z.array(brandSchema),
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN'],
});
