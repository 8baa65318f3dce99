import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { createKnownBrands } from '@fareline/service-kit';

/** The brand of a mail, by id. Never rejects. */
export type MailBrands = (id: string) => Promise<Brand>;

/** Finds brands for mails; the built-in default brand if there is none, or while the brands were never loaded. (HOST-03) */
export const createMailBrands =
  (listBrands: ReturnType<typeof createKnownBrands>): MailBrands =>
  async (id) => {
    const known = await listBrands().catch(() => undefined);
    const find = (wanted: string) => known?.brands.find((brand) => brand.id === wanted);
    return find(id) ?? find(defaultBrand.id) ?? defaultBrand;
  };
