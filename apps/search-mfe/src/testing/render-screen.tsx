import { defaultBrand } from '@fareline/contracts/schemas';
import { BrandProvider, Toaster } from '@fareline/ui-theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

// A screen is there after several calls in a row: a busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 6000 });

/** Shows a screen as the shell would: router, query client, brand and toasts around it; other paths show where one is. */
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
