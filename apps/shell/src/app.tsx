import type { Brand } from '@fareline/contracts';
import { BrandProvider, Toaster } from '@fareline/ui-theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from './query-client.ts';
import type { RemoteLoader } from './remotes/remote-loader.ts';
import { SiteRouter } from './router/site-router.tsx';
import { Consent } from './tracking/consent.tsx';

export function App({ brand, loader }: { brand: Brand; loader: RemoteLoader }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={brand}>
        <SiteRouter loader={loader} />
        <Consent />
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>
  );
}
