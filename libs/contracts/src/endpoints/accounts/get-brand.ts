import type { Endpoint } from '../../endpoint.ts';
import type { Brand } from '../../schemas/brand.ts';

/** By key: a brand's id or its domain. (API-71) */
export const getBrand: Endpoint<{
  params: { brand: string };
  response: Brand;
}> = {
  method: 'GET',
  path: '/api/brands/:brand',
};
