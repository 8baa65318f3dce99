import type * as QueryForRemotes from '@fareline/tools/provided/react-query';
import type * as RouterForRemotes from '@fareline/tools/provided/react-router';
import { expect, it } from 'vitest';
import * as query from './provided-query.ts';
import * as router from './provided-router.ts';

it('provides what the types of remotes promise, which the type check compares, and nothing undefined', () => {
  const providedRouter: typeof RouterForRemotes = router;
  const providedQuery: Omit<typeof QueryForRemotes, 'QueryClient'> = query;
  for (const [name, value] of Object.entries({ ...providedRouter, ...providedQuery }))
    expect(value, name).toBeDefined();
});
