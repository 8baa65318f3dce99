import type { Brand } from '@fareline/contracts';
import { sql } from 'kysely';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { Database } from '../db/schema.ts';

/** The default brand is built in until it is stored. */
async function findBrandBy(db: Database, column: 'id' | 'domain', key: string): Promise<Brand | undefined> {
  const row = await db.selectFrom('brands').select('data').where(column, '=', key).executeTakeFirst();
  if (row) return row.data;
  return key === defaultBrand.id ? defaultBrand : undefined;
}

/** Finds a brand by its brand key: one with a dot is a domain, any other an id. (HOST-01) */
export const findBrand = (db: Database, key: string): Promise<Brand | undefined> =>
  findBrandBy(db, key.includes('.') ? 'domain' : 'id', key);

export const findBrandOrDefault = async (db: Database, id: string): Promise<Brand> =>
  (await findBrandBy(db, 'id', id)) ?? defaultBrand;

/** All keys by which `findBrand` finds a brand. */
export async function listBrandKeys(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('brands').select(['id', 'domain']).execute();
  const ids = rows.map(({ id }) => id);
  const domains = rows.map(({ domain }) => domain).filter((domain) => domain.includes('.'));
  return [...new Set([defaultBrand.id, ...ids, ...domains])];
}

export async function listBrands(db: Database): Promise<Brand[]> {
  const rows = await db.selectFrom('brands').select('data').orderBy('id').execute();
  const brands = rows.map((row) => row.data);
  return brands.some((brand) => brand.id === defaultBrand.id) ? brands : [defaultBrand, ...brands];
}

export async function upsertBrand(db: Database, brand: Brand): Promise<void> {
  const values = { id: brand.id, domain: brand.domain, data: JSON.stringify(brand) };
  await db
    .insertInto('brands')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ domain: values.domain, data: values.data, updated_at: new Date() }),
    )
    .execute();
}

export const insertBrandIfAbsent = (db: Database, brand: Brand) =>
  db
    .insertInto('brands')
    .values({ id: brand.id, domain: brand.domain, data: JSON.stringify(brand) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** All brands. No other brand is saved until the transaction ends, so that two cannot get the same id or domain. */
export async function lockBrands(trx: Database): Promise<Brand[]> {
  await sql`select pg_advisory_xact_lock(hashtext('fareline-brands'))`.execute(trx);
  return listBrands(trx);
}
