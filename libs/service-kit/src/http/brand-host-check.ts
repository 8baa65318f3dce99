import { brandKeyFromHost } from '@fareline/contracts/brand';
import { AppError } from '../app-error.ts';

/** Whether a brand has this id or domain; undefined while the brands have never been read. Never rejects. */
export type HasBrand = (key: string) => Promise<boolean | undefined>;

/** Whether a host, with or without a port, is a domain of a brand. Rejects while the brands have never been read. */
export type IsBrandHost = (host: string) => Promise<boolean>;

export const createBrandHostCheck =
  (hasBrand: HasBrand): IsBrandHost =>
  async (host) => {
    const key = brandKeyFromHost(host);
    if (key === undefined) return false;
    const isBrandHost = await hasBrand(key);
    if (isBrandHost !== undefined) return isBrandHost;
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`brand lookup of ${key} failed`) });
  };
