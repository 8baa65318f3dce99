import {
  getBrandContract,
  listBrandKeyHashesContract,
  listBrandsContract,
  listKnownBrandsContract,
  saveBrandContract,
} from '@fareline/contracts/services';
import type { Brand } from '@fareline/contracts';
import { defaultBrand, toPublicBrand } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { hashBrandKey } from '@fareline/service-kit/brands';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireRecent, requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { describeChange } from './describe-change.ts';
import { findBrand, listBrandKeys, listBrands, lockBrands, upsertBrand } from './brand.repository.ts';
import { changesSensitiveField } from './sensitive-fields.ts';

/** Routes to read one brand and the hashes of all keys, which are public, and the list of brands, which is for other services. */
export const brandRoutes = routePlugin({ name: 'brands' }, (app, { db }: Deps) => {
  // Not refused under load: without it the edge would show the default brand.
  const config = { load: 'unlimited' } as const;
  registerRoute(
    app,
    getBrandContract,
    async ({ params }) => {
      const brand = await findBrand(db, params.brand.toLowerCase());
      if (!brand) throw new AppError('BRAND_NOT_FOUND');
      return toPublicBrand(brand);
    },
    { config },
  );

  // Neither of the lists is logged, because services poll them every few seconds.
  const logLevel = 'warn';
  registerRoute(
    app,
    listBrandKeyHashesContract,
    async () => ({ hashes: (await listBrandKeys(db)).map(hashBrandKey) }),
    { config, logLevel },
  );

  registerRoute(app, listKnownBrandsContract, () => listBrands(db), { logLevel });
});

const validationError = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', { message, fields: [{ path, message }] });

/** Throws when a brand could be taken for another one, or for the site itself. */
function assertKeysFree(
  { id, domain, logo }: Brand,
  brands: readonly Brand[],
  siteOrigins: readonly string[],
): void {
  const others = brands.filter((brand) => brand.id !== id);
  if (others.some((brand) => brand.domain === domain))
    throw validationError('domain', 'Another brand has this domain.');
  const siteHosts = siteOrigins.map((origin) => new URL(origin).hostname.replace(/^www\./, ''));
  if (id !== defaultBrand.id && siteHosts.includes(domain))
    throw validationError('domain', 'This is the domain of the default brand.');
  const { hostname = '', pathname = '' } = URL.parse(logo) ?? {};
  const ownHosts = [domain, ...siteHosts, ...others.map((brand) => brand.domain)];
  if (ownHosts.includes(hostname.replace(/^www\./, '')) && !/^\/brand\/[\w.-]+$/.test(pathname))
    throw validationError('logo', 'A logo on this site is a file in /brand/.');
}

/** Texts, links and 500 passport routes of the largest brand, in UTF-8. */
const maxBrandBytes = 64 * 1024;

/**
 * Routes of the brand manager, for administrators. A change of more than the look, and a new brand, needs a recent password. (ADMIN-16,
 * ACCOUNT-06, GUARD-12)
 */
export const brandManagerRoutes = routePlugin(
  { name: 'brand-manager', dependencies: ['sessions'] },
  (app, { db, config }: Deps) => {
    registerRoute(app, listBrandsContract, async () => listBrands(db));

    registerRoute(
      app,
      saveBrandContract,
      async ({ params, body, request }) => {
        if (params.brand !== body.id) throw validationError('id', 'A brand keeps its id.');
        const actor = requireUser(request);
        await db.transaction().execute(async (trx) => {
          const brands = await lockBrands(trx);
          assertKeysFree(body, brands, [
            ...config.SITE_ORIGIN,
            ...(config.ADMIN_ORIGIN ? [config.ADMIN_ORIGIN] : []),
          ]);
          const stored = brands.find(({ id }) => id === body.id);
          if (changesSensitiveField(stored, body)) requireRecent(request);
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
      },
      { bodyLimit: maxBrandBytes },
    );
  },
);
