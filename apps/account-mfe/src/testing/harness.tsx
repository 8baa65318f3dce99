import {
  listFactors,
  listOpenedTrips,
  listOwnSessions,
  type Factors,
  type OwnSession,
} from '@fareline/contracts';
import { sampleUser } from '@fareline/contracts/testing';
import { errorResponse, respondTo } from '@fareline/tools/fake-server';
import { renderRoutes, type RenderOptions } from '@fareline/ui-theme/testing';
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach } from 'vitest';
import routes from '../routes.ts';

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `../${file}`) as Promise<{ Component: ComponentType }>,
}));

/** The second factors of staff who have one. */
export const ownFactors = (): Factors => ({
  factors: [
    {
      ...{ id: '3f2a9c1e-0000-4000-8000-00000000000f', kind: 'totp', name: 'Phone' },
      ...{ createdAt: '2026-11-20T10:00:00.000Z', lastUsedAt: null },
    },
  ],
  ...{ recoveryCodesLeft: 10, isRequired: false },
});

/** The session of this browser. */
export const ownSession = (changes: Partial<OwnSession> = {}): OwnSession => ({
  ...{ id: '5e551011-0000-4000-8000-000000000001', device: 'Firefox on Linux', network: '192.0.2.…' },
  ...{ signedInAt: '2026-11-20T10:00:00.000Z', lastUsedAt: '2026-11-21T11:00:00.000Z', isThis: true },
  ...changes,
});

beforeEach(() => {
  // Each test is a new tab.
  sessionStorage.clear();
  // The settings show them beside what a test is about.
  respondTo(listOwnSessions, () => ({ body: { sessions: [ownSession()] } }));
  respondTo(listOpenedTrips, () => ({ body: { trips: [] } }));
  // Every screen of staff asks whether to ask for a second factor.
  respondTo(listFactors, () => ({ body: ownFactors() }));
});

/** Renders the account app at `url`. */
export const renderApp = (url: string, options: RenderOptions = {}) =>
  renderRoutes(screens, { url, ...options });

/** Sets the whole value of a field at once. */
export const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Responses of the endpoint `currentUser`. */
export const signedIn = () => ({ body: sampleUser() });
export const administrator = () => ({ body: sampleUser({ isAdmin: true }) });
export const signedOut = () => errorResponse('NOT_AUTHENTICATED');
