import type { Brand } from '@fareline/contracts';
import { sql } from 'kysely';
import { defaultBrand } from '@fareline/contracts/schemas';
import { fromEarlierBrand, toEarlierBrand } from '@fareline/service-kit';
import type { Database } from '../db/schema.ts';

/**
 * Finds a brand by id or domain. A key with a dot is a domain first, because ids of earlier releases may have dots. The default
 * brand is built in until it is stored.
 */
export async function findBrand(db: Database, key: string): Promise<Brand | undefined> {
  const row = await db
    .selectFrom('brands')
    .select('data')
    .where((where) => where.or([where('id', '=', key), where('domain', '=', key)]))
    .orderBy((order) =>
      order
        .case()
        .when(key.includes('.') ? 'domain' : 'id', '=', key)
        .then(0)
        .else(1)
        .end(),
    )
    .executeTakeFirst();
  if (row) return fromEarlierBrand(row.data);
  return key === defaultBrand.id ? defaultBrand : undefined;
}

/** Finds a brand by id or domain; the default brand if there is none. */
export const findBrandOrDefault = async (db: Database, key: string): Promise<Brand> =>
  (await findBrand(db, key)) ?? defaultBrand;

export async function listBrands(db: Database): Promise<Brand[]> {
  const rows = await db.selectFrom('brands').select('data').orderBy('id').execute();
  const brands = rows.map((row) => fromEarlierBrand(row.data));
  return brands.some((brand) => brand.id === defaultBrand.id) ? brands : [defaultBrand, ...brands];
}

export async function upsertBrand(db: Database, brand: Brand): Promise<void> {
  const values = { id: brand.id, domain: brand.domain, data: JSON.stringify(toEarlierBrand(brand)) };
  await db
    .insertInto('brands')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ domain: values.domain, data: values.data, updated_at: new Date() }),
    )
    .execute();
}

/** Inserts a brand unless its id or domain exists. */
export const insertBrandIfAbsent = (db: Database, brand: Brand) =>
  db
    .insertInto('brands')
    .values({ id: brand.id, domain: brand.domain, data: JSON.stringify(toEarlierBrand(brand)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** All brands. No other brand is saved until the transaction ends, so that two cannot get the same id or domain. */
export async function lockBrands(trx: Database): Promise<Brand[]> {
  await sql`select pg_advisory_xact_lock(hashtext('fareline-brands'))`.execute(trx);
  return listBrands(trx);
}
