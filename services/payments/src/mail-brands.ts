import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { KnownBrands } from '@fareline/service-kit/brands';

/** The brand of a mail, by id. Never rejects. */
export type MailBrands = (id: string) => Promise<Brand>;

/** Finds brands for mails; the built-in default brand if there is none, or while the brands were never loaded. (HOST-03) */
export const createMailBrands =
  (readBrands: KnownBrands): MailBrands =>
  async (id) => {
    const isWanted = (brand: Brand) => brand.id === id;
    const { list = [] } = await readBrands((brands) => brands.some(isWanted));
    return list.find(isWanted) ?? list.find((brand) => brand.id === defaultBrand.id) ?? defaultBrand;
  };
