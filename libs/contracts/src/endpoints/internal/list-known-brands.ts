import type { Endpoint } from '../../endpoint.ts';
import type { Brand } from '../../schemas/brand.ts';

/** All brands, for the process that draws their pages ahead. */
export const listKnownBrands: Endpoint<{
  response: Brand[];
}> = {
  method: 'GET',
  path: '/internal/brands',
};
