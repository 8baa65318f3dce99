import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { brandSchema } from '../../schemas/brand.ts';

/** By key: a brand's id or its domain. (API-71) */
export const getBrand = defineEndpoint({
  method: 'GET',
  path: '/api/brands/:brand',
  summary: 'One brand',
  params: z.object({ brand: z.string().min(1).max(253) }),
  response: brandSchema,
  errors: ['BRAND_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});
