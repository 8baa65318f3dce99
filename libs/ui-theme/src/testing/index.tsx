import type { PublicBrand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation, type RouteObject } from 'react-router';
import { BrandProvider } from '../brand/brand-context.tsx';
import { ensureLiveRegion } from '../hooks/use-announce.ts';
import { Toaster } from '../toast/toaster.tsx';

// Screens load lazily and need several requests, so that the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 6000 });

interface ProviderOptions {
  brand?: PublicBrand;
  queryClient?: QueryClient;
}
export interface RenderOptions extends ProviderOptions {
  /** Initial URL; the home page is the history entry before it. */
  url?: string;
  /** State of that history entry, which a browser keeps during a reload. */
  state?: unknown;
}

/** A client with the options of the shell's client. */
const createTestQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  });

/** Renders an element with what the shell provides, except a router: query client, brand and toasts. */
export function renderWithoutRouter(
  element: ReactNode,
  { brand = defaultBrand, queryClient = createTestQueryClient() }: ProviderOptions = {},
) {
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={brand}>
        {element}
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>,
  );
  // happy-dom does not apply the pointer-events style of the toast area, whose buttons a real browser can press.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { ...view, queryClient, user };
}

/** Stands for every page that the tested routes do not have. */
function OtherPage() {
  return <p>Page {useLocation().pathname}</p>;
}

/** Renders routes of a front end with what the shell provides: router, query client, brand and toasts. */
export function renderRoutes(routes: RouteObject[], { url = '/', state, ...options }: RenderOptions = {}) {
  const { pathname, search, hash } = new URL(url, 'http://localhost');
  const router = createMemoryRouter([...routes, { path: '*', Component: OtherPage }], {
    initialEntries: ['/', { pathname, search, hash, state }],
    initialIndex: 1,
  });
  return { ...renderWithoutRouter(<RouterProvider router={router} />, options), router };
}

/** Renders one element like `renderRoutes`, at the path of the URL unless another `path` is given. */
export const renderElement = (
  element: ReactNode,
  { url = '/', path = url.split('?')[0], ...options }: RenderOptions & { path?: string } = {},
) => renderRoutes([{ path, element }], { url, ...options });

/** The element that has the focus. */
export const getFocused = () => document.activeElement;

/** The latest message that `announce` has given to screen readers; empty before the first one. */
export const getAnnouncement = () => ensureLiveRegion().textContent;

/** The text that describes a control to screen readers: its hint or its error. */
export const getDescription = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;

/** The descriptions of a description list by term. */
export function readDescriptionList(container: HTMLElement): Record<string, string> {
  const descriptions = within(container).getAllByRole('definition');
  const terms = within(container).getAllByRole('term');
  return Object.fromEntries(
    terms.map(({ textContent }, index) => [textContent, descriptions[index]?.textContent ?? '']),
  );
}

/** The content of a meta element by its name or property; undefined without one. */
export const getMetaContent = (name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ??
  undefined;

/** The canonical URL of the page, as written; undefined without one. */
export const getCanonicalUrl = () =>
  document.head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? undefined;

/** The toast that is shown; null without one. */
export function queryToast() {
  const area = screen.queryByRole('region', { name: /^Notifications/ });
  return area && within(area).queryByRole('listitem');
}

/** Matches a text that a `Sentence` shows in several elements. */
export const sentence =
  (expected: string | RegExp) =>
  (_: string, element: Element | null): boolean => {
    const isSentence = [...(element?.children ?? [])].some((child) => child.matches('[translate=no]'));
    const text = element?.textContent ?? '';
    return isSentence && (typeof expected === 'string' ? text === expected : expected.test(text));
  };
