import type { Endpoint } from '../../endpoint.ts';
import type { Brand } from '../../schemas/brand.ts';

/** All brands, for the process that prerenders their pages. */
export const listKnownBrands: Endpoint<{
  response: Brand[];
}> = {
  method: 'GET',
  path: '/internal/brands',
};
