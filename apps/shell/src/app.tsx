import { hasTags } from '@fareline/contracts/brand';
import type { PublicBrand } from '@fareline/contracts';
import { BrandProvider, FragmentProvider, lazyWithRetry, Toaster } from '@fareline/ui-theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient } from './query-client.ts';
import { SiteRouter, type SiteRouterProps } from './router/site-router.tsx';
import { createFragmentLoader } from './remotes/fragment-loader.ts';
import { shareSession } from './share-session.ts';

const Consent = lazyWithRetry(() => import('./tracking/consent.tsx'));

export function App({ brand, ...router }: SiteRouterProps & { brand: PublicBrand }) {
  const [queryClient] = useState(createQueryClient);
  const [loadFragment] = useState(() => createFragmentLoader(router));
  useEffect(() => shareSession(queryClient), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={brand}>
        <FragmentProvider value={loadFragment}>
          <SiteRouter {...router} />
        </FragmentProvider>
        {hasTags(brand) && <Consent slowFallback={null} errorFallback={null} />}
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>
  );
}
