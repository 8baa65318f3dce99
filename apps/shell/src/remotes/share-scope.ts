import * as client from '@fareline/contracts/client';
import * as uiTheme from '@fareline/ui-theme';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactQuery from './provided-query.ts';
import * as ReactRouter from './provided-router.ts';

declare const SHARED_VERSIONS: Record<string, string>;

type Factory = () => unknown;

interface SharedModule {
  get: () => Factory | Promise<Factory>;
  from: string;
  loaded: 1;
}

/** Module to version to what answers for it, as the containers of webpack's module federation read it. */
export type ShareScope = Record<string, Record<string, SharedModule>>;

const provided: Record<string, () => unknown> = {
  react: () => React,
  'react/jsx-runtime': () => jsxRuntime,
  'react-dom': () => ReactDOM,
  'react-router': () => ReactRouter,
  '@tanstack/react-query': () => ReactQuery,
  '@fareline/ui-theme': () => uiTheme,
  '@fareline/contracts/client': () => client,
  // Travels with the first form that needs it.
  '@fareline/contracts/schemas': () => import('@fareline/contracts/schemas'),
};

function share(module: string, load: () => unknown): Record<string, SharedModule> {
  return {
    [SHARED_VERSIONS[module] ?? '0.0.0']: {
      get: () => {
        const loaded = load();
        return loaded instanceof Promise ? loaded.then((value) => () => value as unknown) : () => loaded;
      },
      from: 'shell',
      loaded: 1,
    },
  };
}

let scope: ShareScope | undefined;

/** What the shell gives to the remotes, one copy for all. */
export function shareScope(): ShareScope {
  scope ??= Object.fromEntries(
    Object.entries(provided).map(([module, load]) => [module, share(module, load)]),
  );
  return scope;
}
