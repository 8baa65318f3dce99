import {
  getBrandContract,
  listBrandsContract,
  listKnownBrandsContract,
  saveBrandContract,
} from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { findBrand, isDomainTaken, listBrands, upsertBrand } from './brand.repository.ts';

/** What anybody may read of a brand, and the list for other services. */
export async function brandRoutes(app: FastifyInstance, { db }: Deps): Promise<void> {
  registerRoute(app, getBrandContract, async ({ params }) => {
    const brand = await findBrand(db, params.brand.toLowerCase());
    if (!brand) throw new AppError('BRAND_NOT_FOUND');
    return brand;
  });

  // Asked for every few seconds, so a line each would be most of the log.
  registerRoute(app, listKnownBrandsContract, async () => listBrands(db), { logLevel: 'warn' });
}

const validationError = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', { message, fields: [{ path, message }] });

/** The brand manager's calls; registered among the administrators' routes. (ADMIN-16) */
export async function brandManagerRoutes(app: FastifyInstance, { db }: Deps): Promise<void> {
  registerRoute(app, listBrandsContract, async () => listBrands(db));

  registerRoute(app, saveBrandContract, async ({ params, body }) => {
    if (params.brand !== body.id) throw validationError('id', 'A brand keeps its id.');
    if (await isDomainTaken(db, body)) throw validationError('domain', 'Another brand has this domain.');
    await upsertBrand(db, body);
    return body;
  });
}
