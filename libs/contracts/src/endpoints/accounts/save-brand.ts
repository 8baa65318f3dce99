import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { Brand, brandSchema } from '../../schemas/brand.ts';

/** Creates or replaces a brand; an invalid value is rejected with the reason. Administrators only. (API-82, ADMIN-16) */
export const saveBrand: Endpoint<{
  params: { brand: string };
  body: z.input<typeof brandSchema>;
  response: Brand;
}> = {
  method: 'PUT',
  path: '/api/admin/brands/:brand',
};
