import * as client from '@fareline/contracts/client';
import * as uiTheme from '@fareline/ui-theme';
import type { createInstance } from '@module-federation/enhanced/runtime';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactQuery from './provided-query.ts';
import * as ReactRouter from './provided-router.ts';

declare const SHARED_VERSIONS: Record<string, string>;

type Shared = NonNullable<Parameters<typeof createInstance>[0]['shared']>;

const here = (module: unknown) => ({ lib: () => module });

const provided = {
  react: here(React),
  'react/jsx-runtime': here(jsxRuntime),
  'react-dom': here(ReactDOM),
  'react-router': here(ReactRouter),
  '@tanstack/react-query': here(ReactQuery),
  '@fareline/ui-theme': here(uiTheme),
  '@fareline/contracts/client': here(client),
  // Travels with the first form that needs it.
  '@fareline/contracts/schemas': {
    get: () => import('@fareline/contracts/schemas').then((module) => () => module),
  },
};

/** What the shell gives to the remotes, and its versions: a remote asks for the one that it was built against. */
export const sharedModules: Shared = Object.fromEntries(
  Object.entries(provided).map(([name, module]) => [name, { ...module, version: SHARED_VERSIONS[name] }]),
);
