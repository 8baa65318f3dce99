import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { brandSchema } from '../../schemas/brand.ts';

/** For the brand manager; administrators only. (ADMIN-16) */
export const listBrands = defineEndpoint({
  method: 'GET',
  path: '/api/admin/brands',
  summary: 'All brands',
  response: z.array(brandSchema),
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN'],
});
