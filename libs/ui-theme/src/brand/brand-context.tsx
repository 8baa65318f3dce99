import type { PublicBrand } from '@fareline/contracts';
import { createContext, useContext, type ReactNode } from 'react';

const BrandContext = createContext<PublicBrand | undefined>(undefined);

export function BrandProvider({ brand, children }: { brand: PublicBrand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** The brand of the current page. Throws outside of a BrandProvider. (BRAND-11) */
export function useBrand(): PublicBrand {
  const brand = useContext(BrandContext);
  if (!brand) throw new Error('useBrand must be used within a BrandProvider');
  return brand;
}
