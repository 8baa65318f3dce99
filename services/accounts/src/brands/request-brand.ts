import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/schema.ts';
import { findBrand } from './brand.repository.ts';

/** The brand that the edge determined for this request, else the default brand. */
export async function findRequestBrand(db: Database, request: FastifyRequest): Promise<Brand> {
  const key = request.headers['x-brand'];
  return (typeof key === 'string' && (await findBrand(db, key))) || defaultBrand;
}
