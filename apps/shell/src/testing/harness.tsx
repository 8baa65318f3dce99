import type { User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import {
  renderElement as renderWithRouter,
  renderWithoutRouter,
  type RenderOptions,
} from '@fareline/ui-theme/testing';
import type { ReactNode } from 'react';
import { createQueryClient } from '../query-client.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import type { PageReports } from '../reports/page-reports.ts';
import { SiteRouter } from '../router/site-router.tsx';
import type { DocumentGroups } from '../router/document-border.ts';

/** The shell's query client, which knows the signed-in user; null for a signed-out visitor. */
function createClient(user: User | null) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQueryOptions.queryKey, user);
  return queryClient;
}

const ignore = () => undefined;

export const ignoredReports: PageReports = {
  startView: ignore,
  addToView: ignore,
  addError: ignore,
  addVital: ignore,
};

/** Renders the site at `url` for a signed-out visitor. */
export function renderApp(
  url: string,
  loader: RemoteLoader,
  documentGroups: DocumentGroups = [],
  reports = ignoredReports,
) {
  window.history.replaceState(null, '', url);
  return renderWithoutRouter(
    <SiteRouter loader={loader} documentGroups={documentGroups} reports={reports} />,
    {
      queryClient: createClient(null),
    },
  );
}

/** Renders a component of the shell, at all paths, for the signed-in `user` or for a signed-out visitor. */
export const renderElement = (
  element: ReactNode,
  { user = null, ...options }: RenderOptions & { user?: User | null } = {},
) => renderWithRouter(element, { path: '*', queryClient: createClient(user), ...options });
