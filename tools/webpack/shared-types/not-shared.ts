// Checked with every remote: fails where a remote's types have more of these modules than the shell provides.
// @ts-expect-error The shell provides no loaders.
import type { useLoaderData } from 'react-router';
// @ts-expect-error The shell provides no second cache.
import type { QueryClientProvider } from '@tanstack/react-query';

export type NotShared = typeof useLoaderData | typeof QueryClientProvider;
