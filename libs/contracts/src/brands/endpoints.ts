import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { Brand, brandInputSchema, PublicBrand } from './brand.schema.ts';

/** By key: a brand's id or its domain. Without its markup. (API-71) */
export const getBrand: Endpoint<{
  params: { brand: string };
  response: PublicBrand;
}> = {
  method: 'GET',
  path: '/api/brands/:brand',
};

/**
 * SHA-256 in hex of all brand keys (ids and domains), with which a service knows without a call that a host has no brand. Not the
 * keys, because a list of them would tell anybody who all the customers are.
 */
export const listBrandKeyHashes: Endpoint<{
  response: { hashes: string[] };
}> = {
  method: 'GET',
  path: '/api/brands',
};

/** For the brand manager; administrators only. (ADMIN-16) */
export const listBrands: Endpoint<{
  response: Brand[];
}> = {
  method: 'GET',
  path: '/api/admin/brands',
};

/** Creates or replaces a brand; an invalid value is rejected with the reason. Another price needs a recent password. Administrators only. (API-82, ADMIN-16, ACCOUNT-06) */
export const saveBrand: Endpoint<{
  params: { brand: string };
  body: z.input<typeof brandInputSchema>;
  response: Brand;
}> = {
  method: 'PUT',
  path: '/api/admin/brands/:brand',
};

/** All brands with their markups, for services and for the process that prerenders their pages. */
export const listKnownBrands: Endpoint<{
  response: Brand[];
}> = {
  method: 'GET',
  path: '/internal/brands',
};
