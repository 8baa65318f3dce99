import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { brandSchema } from '../../schemas/brand.ts';
import { getBrand } from './get-brand.ts';

export const getBrandContract = defineContract(getBrand, {
  summary: 'One brand',
  access: 'public',
  params: z.object({ brand: z.string().min(1).max(253) }),
  response: brandSchema,
  errors: ['BRAND_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});
