import { defaultBrand } from '@fareline/contracts/schemas';
import { BrandProvider, Toaster } from '@fareline/ui-theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

// A screen needs several sequential requests, which may take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 6000 });

/** Renders a screen with the shell's router, query client, brand and toasts; every other path renders "elsewhere". */
export function renderScreen(
  Screen: ComponentType,
  { path = '/', at, client = new QueryClient() }: { path?: string; at?: string; client?: QueryClient } = {},
) {
  const elsewhere = { path: '*', element: <p>elsewhere</p> };
  const router = createMemoryRouter([{ path, element: <Screen /> }, elsewhere], {
    initialEntries: [at ?? path],
  });
  const view = render(
    <QueryClientProvider client={client}>
      <BrandProvider brand={defaultBrand}>
        <RouterProvider router={router} />
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>,
  );
  return { ...view, router, client };
}
