import type { Endpoint } from '../../endpoint.ts';
import type { Brand } from '../../schemas/brand.ts';

/** For the brand manager; administrators only. (ADMIN-16) */
export const listBrands: Endpoint<{
  response: Brand[];
}> = {
  method: 'GET',
  path: '/api/admin/brands',
};
