import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { brandInputSchema, brandSchema, publicBrandSchema } from './brand.schema.ts';
import { getBrand, listBrandKeyHashes, listBrands, listKnownBrands, saveBrand } from './endpoints.ts';

export const getBrandContract = defineContract(getBrand, {
  summary: 'One brand',
  access: 'public',
  params: z.object({ brand: z.string().min(1).max(253) }),
  response: publicBrandSchema,
  errors: ['BRAND_NOT_FOUND'],
});

export const listBrandKeyHashesContract = defineContract(listBrandKeyHashes, {
  summary: 'Hashes of the ids and domains of all brands',
  access: 'public',
  response: z.object({ hashes: z.array(z.string()) }),
});

export const listBrandsContract = defineContract(listBrands, {
  summary: 'All brands',
  access: 'admin',
  notAudited: 'Brands are about no person.',
  response: z.array(brandSchema),
});

export const saveBrandContract = defineContract(saveBrand, {
  summary: 'Save a brand',
  access: 'admin',
  recent: { notNeeded: 'Its handler asks for it unless nothing but the look changes.' },
  params: z.object({ brand: z.string().min(1).max(63) }),
  body: brandInputSchema,
  response: brandSchema,
  errors: ['PASSWORD_REQUIRED'],
});

export const listKnownBrandsContract = defineContract(listKnownBrands, {
  summary: 'All brands',
  access: 'service',
  callers: ['flights', 'payments', 'prerender'],
  response: z.array(brandSchema),
});
