import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { createKnownBrands } from '@fareline/service-kit/known-brands';

/** The brand of a mail, by id. Never rejects. */
export type MailBrands = (id: string) => Promise<Brand>;

/** Finds brands for mails; the built-in default brand if there is none, or while the brands were never loaded. (HOST-03) */
export const createMailBrands =
  (listBrands: ReturnType<typeof createKnownBrands>): MailBrands =>
  async (id) => {
    const find = async (wanted: string, options?: { refresh: boolean }) => {
      const known = await listBrands(options).catch(() => undefined);
      return known?.brands.find((brand) => brand.id === wanted);
    };
    // A brand that is missing may be younger than the list.
    return (
      (await find(id)) ?? (await find(id, { refresh: true })) ?? (await find(defaultBrand.id)) ?? defaultBrand
    );
  };
