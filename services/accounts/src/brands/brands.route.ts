import { isDeepStrictEqual } from 'node:util';
import {
  getBrandContract,
  listBrandsContract,
  listKnownBrandsContract,
  saveBrandContract,
} from '@fareline/contracts/services';
import { AppError, registerRoute, requireUser, routePlugin } from '@fareline/service-kit';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { requireRecentPassword } from '../sessions/confirm-password.ts';
import { describeChange } from './describe-change.ts';
import { findBrand, isDomainTaken, listBrands, lockBrand, upsertBrand } from './brand.repository.ts';

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

/** Routes of the brand manager, for administrators. Another price, also of a new brand, needs a recent password. (ADMIN-16, ACCOUNT-06) */
export const brandManagerRoutes = routePlugin(
  { name: 'brand-manager', dependencies: ['sessions'] },
  (app, { db }: Deps) => {
    registerRoute(app, listBrandsContract, async () => listBrands(db));

    registerRoute(app, saveBrandContract, async ({ params, body, request }) => {
      if (params.brand !== body.id) throw validationError('id', 'A brand keeps its id.');
      if (await isDomainTaken(db, body)) throw validationError('domain', 'Another brand has this domain.');
      const actor = requireUser(request);
      await db.transaction().execute(async (trx) => {
        const stored = await lockBrand(trx, body.id);
        if (!isDeepStrictEqual(stored?.pricing, body.pricing)) await requireRecentPassword(trx, request);
        await upsertBrand(trx, body);
        await insertAuditEntry(trx, {
          action: stored ? 'brand_saved' : 'brand_created',
          actor,
          subject: body.id,
          details: describeChange(stored, body),
          request,
        });
      });
      return body;
    });
  },
);
