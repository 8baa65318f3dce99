import * as client from '@fareline/contracts/client';
import * as uiTheme from '@fareline/ui-theme';
import type { createInstance } from '@module-federation/enhanced/runtime';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactQuery from './shared-query.ts';
import * as ReactRouter from './shared-router.ts';

declare const SHARED_VERSIONS: Record<string, string>;

type Shared = NonNullable<Parameters<typeof createInstance>[0]['shared']>;

const toShared = (module: unknown) => ({ lib: () => module });

const modules = {
  react: toShared(React),
  'react/jsx-runtime': toShared(jsxRuntime),
  'react-dom': toShared(ReactDOM),
  'react-router': toShared(ReactRouter),
  '@tanstack/react-query': toShared(ReactQuery),
  '@fareline/ui-theme': toShared(uiTheme),
  '@fareline/contracts/client': toShared(client),
  // Loaded with the first form that needs it.
  '@fareline/contracts/schemas': {
    get: () => import('@fareline/contracts/schemas').then((module) => () => module),
  },
};

/** The modules that the shell shares with remotes, with their versions; a remote requires the version that it was built against. */
export const sharedModules: Shared = Object.fromEntries(
  Object.entries(modules).map(([name, module]) => [name, { ...module, version: SHARED_VERSIONS[name] }]),
);
