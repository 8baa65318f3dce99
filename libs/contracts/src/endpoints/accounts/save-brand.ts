import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { brandSchema } from '../../schemas/brand.ts';

/** Creates or replaces a brand; a bad value is refused with its reason. Administrators only. (API-82, ADMIN-16) */
export const saveBrand = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/brands/:brand',
  summary: 'Save a brand',
  params: z.object({ brand: z.string().min(1).max(63) }),
  body: brandSchema,
  response: brandSchema,
  errors: ['VALIDATION_ERROR', 'NOT_AUTHENTICATED', 'FORBIDDEN'],
});
