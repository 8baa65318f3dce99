import {
  getBrandContract,
  listBrandsContract,
  listKnownBrandsContract,
  saveBrandContract,
} from '@fareline/contracts/services';
import { AppError, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { findBrand, isDomainTaken, listBrands, upsertBrand } from './brand.repository.ts';

/** Routes to read one brand, which is public, and the list of brands, which is for other services. */
export const brandRoutes = routePlugin({ name: 'brands' }, (app, { db }: Deps) => {
  registerRoute(app, getBrandContract, async ({ params }) => {
    const brand = await findBrand(db, params.brand.toLowerCase());
    if (!brand) throw new AppError('BRAND_NOT_FOUND');
    return brand;
  });

  // Not logged, because other services poll it every few seconds.
  registerRoute(app, listKnownBrandsContract, async () => listBrands(db), { logLevel: 'warn' });
});

const validationError = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', { message, fields: [{ path, message }] });

/** Routes of the brand manager, for administrators. (ADMIN-16) */
export const brandManagerRoutes = routePlugin(
  { name: 'brand-manager', dependencies: ['sessions'] },
  (app, { db }: Deps) => {
    registerRoute(app, listBrandsContract, async () => listBrands(db));

    registerRoute(app, saveBrandContract, async ({ params, body }) => {
      if (params.brand !== body.id) throw validationError('id', 'A brand keeps its id.');
      if (await isDomainTaken(db, body)) throw validationError('domain', 'Another brand has this domain.');
      await upsertBrand(db, body);
      return body;
    });
  },
);
