import { defaultBrand } from '@fareline/contracts/schemas';
import { BrandProvider } from '@fareline/ui-theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import routes from './routes.ts';

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `./${file}`) as Promise<{ Component: ComponentType }>,
}));

it.each([
  ['ROUTE-01', '/', defaultBrand.content.headline],
  ['ROUTE-07', '/expedia', 'Flight support from a person, day and night'],
])('[%s] renders the screen of %s', async (_, path, title) => {
  const router = createMemoryRouter(screens, { initialEntries: [path] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrandProvider brand={defaultBrand}>
        <RouterProvider router={router} />
      </BrandProvider>
    </QueryClientProvider>,
  );
  const heading = { level: 1, name: title };
  expect(await screen.findByRole('heading', heading, { timeout: 6000 })).toBeTruthy();
});
