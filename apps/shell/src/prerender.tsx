import type { PublicBrand } from '@fareline/contracts';
import { BrandProvider } from '@fareline/ui-theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouter, StaticRouterProvider } from 'react-router';
import { Frame } from './frame/frame.tsx';
import { createQueryClient } from './query-client.ts';
import routes from './routes.ts';

/** The static HTML of an information page, without the frame; undefined for a path that is none. (CARE-06) */
export async function renderScreen({
  brand,
  path,
}: {
  brand: PublicBrand;
  path: string;
}): Promise<string | undefined> {
  const page = routes.find((route) => route.path === path);
  if (!page) return undefined;
  const { default: Page } = await page.load();
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <BrandProvider brand={brand}>
        <StaticRouter location={path}>
          <Page />
        </StaticRouter>
      </BrandProvider>
    </QueryClientProvider>,
  );
}

/** Controls need scripts, so they are inert until the client renders; links, including phone links, work without scripts. */
const makeControlsInert = (markup: string) =>
  // The page's policy allows no style attributes in markup.
  markup
    .replace(/(<[^<>]*) style="[^"]*"/g, '$1')
    .replace(/<(?:form|button|input|select|textarea)(?=[\s>/])/g, '$& inert');

const renderScreenMarkup = (markup: string) => (
  <div className="ui-portal-scope" dangerouslySetInnerHTML={{ __html: makeControlsInert(markup) }} />
);

/** Renders the frame around the prerendered markup of a page, as static HTML. */
export async function renderFrame(input: {
  brand: PublicBrand;
  path: string;
  content: string;
}): Promise<string> {
  const { brand, path, content } = input;
  const handler = createStaticHandler([{ path, element: <Frame>{renderScreenMarkup(content)}</Frame> }]);
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response)
    throw new Error(`The route ${path} is a redirect and cannot be prerendered.`);
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <BrandProvider brand={brand}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </BrandProvider>
    </QueryClientProvider>,
  );
}
