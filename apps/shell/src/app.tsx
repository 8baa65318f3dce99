import { hasTags } from '@fareline/contracts/brand';
import type { PublicBrand } from '@fareline/contracts';
import { BrandProvider, lazyWithRetry, Toaster } from '@fareline/ui-theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient } from './query-client.ts';
import { SiteRouter, type SiteRouterProps } from './router/site-router.tsx';
import { shareSession } from './share-session.ts';

const Consent = lazyWithRetry(() => import('./tracking/consent.tsx'));

export function App({ brand, ...router }: SiteRouterProps & { brand: PublicBrand }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => shareSession(queryClient), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={brand}>
        <SiteRouter {...router} />
        {hasTags(brand) && <Consent errorFallback={null} />}
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>
  );
}
