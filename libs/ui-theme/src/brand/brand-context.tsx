import type { Brand } from '@fareline/contracts';
import { createContext, useContext, type ReactNode } from 'react';

const BrandContext = createContext<Brand | undefined>(undefined);

export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** The brand of the current page. Throws outside of a BrandProvider. (BRAND-11) */
export function useBrand(): Brand {
  const brand = useContext(BrandContext);
  if (!brand) throw new Error('useBrand must be used within a BrandProvider');
  return brand;
}
