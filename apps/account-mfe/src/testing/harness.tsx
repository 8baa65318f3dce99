import { sampleUser } from '@fareline/contracts/testing';
import { errorResponse } from '@fareline/tools/fake-server';
import { renderRoutes, type RenderOptions } from '@fareline/ui-theme/testing';
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import routes from '../routes.ts';

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `../${file}`) as Promise<{ Component: ComponentType }>,
}));

/** Renders the account app at `url`. */
export const renderApp = (url: string, options: RenderOptions = {}) =>
  renderRoutes(screens, { url, ...options });

/** Sets the whole value of a field at once. */
export const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Responses of the endpoint `currentUser`. */
export const signedIn = () => ({ body: sampleUser() });
export const signedOut = () => errorResponse('NOT_AUTHENTICATED');
