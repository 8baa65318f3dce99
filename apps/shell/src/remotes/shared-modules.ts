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

const loaded = (module: unknown) => ({ lib: () => module });

const modules = {
  react: loaded(React),
  'react/jsx-runtime': loaded(jsxRuntime),
  'react-dom': loaded(ReactDOM),
  'react-router': loaded(ReactRouter),
  '@tanstack/react-query': loaded(ReactQuery),
  '@fareline/ui-theme': loaded(uiTheme),
  '@fareline/contracts/client': loaded(client),
  // Travels with the first form that needs it.
  '@fareline/contracts/schemas': {
    get: () => import('@fareline/contracts/schemas').then((module) => () => module),
  },
};

/** What the shell gives to the remotes, and its versions: a remote asks for the one that it was built against. */
export const sharedModules: Shared = Object.fromEntries(
  Object.entries(modules).map(([name, module]) => [name, { ...module, version: SHARED_VERSIONS[name] }]),
);
