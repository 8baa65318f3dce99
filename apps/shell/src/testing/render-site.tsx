import type { Brand, User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { defaultBrand } from '@fareline/contracts/schemas';
import { BrandProvider, Toaster } from '@fareline/ui-theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { createQueryClient } from '../query-client.ts';

export const ada: User = {
  id: 'u1',
  username: 'ada99',
  email: 'ada@example.com',
  createdAt: '2026-01-01T00:00:00Z',
  firstName: 'Ada',
  lastName: 'Lovelace',
  isAdmin: false,
};

interface Options {
  path?: string;
  brand?: Brand;
  /** The signed-in user; null for a signed-out visitor. */
  user?: User | null;
  routes?: RouteObject[];
}

/** Renders a component of the shell with brand, query cache, router and toasts. */
export function renderSite(
  element: ReactNode,
  { path = '/', brand = defaultBrand, user = null, routes = [] }: Options = {},
) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQueryOptions.queryKey, user);
  const router = createMemoryRouter([...routes, { path: '*', element }], { initialEntries: [path] });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={brand}>
        <RouterProvider router={router} />
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>,
  );
  return { ...view, router, queryClient };
}
