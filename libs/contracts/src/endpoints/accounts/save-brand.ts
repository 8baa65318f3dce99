import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { Brand, brandSchema } from '../../schemas/brand.ts';

/** Creates or replaces a brand; a bad value is refused with its reason. Administrators only. (API-82, ADMIN-16) */
export const saveBrand: Endpoint<{
  params: { brand: string };
  body: z.input<typeof brandSchema>;
  response: Brand;
}> = {
  method: 'PUT',
  path: '/api/admin/brands/:brand',
};
