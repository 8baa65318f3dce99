import type { PublicBrand } from '@fareline/contracts';
import { BrandProvider } from '@fareline/ui-theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { Component as HomePage } from './home/home-page.tsx';
import routes from './routes.ts';
import { Component as SupportPage } from './support/support-page.tsx';

/** The prerendered screens, by the names in the routes. */
const screens: Record<string, ComponentType> = { home: HomePage, support: SupportPage };

/** The static HTML of a screen for the edge service; undefined for a path that is not prerendered. */
export function renderScreen({ brand, path }: { brand: PublicBrand; path: string }): string | undefined {
  const Screen = screens[routes.find((route) => route.path === path)?.screen ?? ''];
  if (!Screen) return undefined;
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <BrandProvider brand={brand}>
        <StaticRouter location={path}>
          <Screen />
        </StaticRouter>
      </BrandProvider>
    </QueryClientProvider>,
  );
}
