// Type-checked with every remote: fails when the types for remotes contain exports that the shell does not share.
// @ts-expect-error The shell does not share loaders.
import type { useLoaderData } from 'react-router';
// @ts-expect-error The shell does not share the provider, because there is one query cache.
import type { QueryClientProvider } from '@tanstack/react-query';

export type NotShared = typeof useLoaderData | typeof QueryClientProvider;
