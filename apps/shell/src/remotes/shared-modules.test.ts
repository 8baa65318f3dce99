import type * as QueryForRemotes from '@fareline/tools/shared-types/react-query';
import type * as RouterForRemotes from '@fareline/tools/shared-types/react-router';
import { expect, it } from 'vitest';
import * as query from './shared-query.ts';
import * as router from './shared-router.ts';

it('exports every value that the types for remotes declare', () => {
  const sharedRouter: typeof RouterForRemotes = router;
  const sharedQuery: Omit<typeof QueryForRemotes, 'QueryClient'> = query;
  for (const [name, value] of Object.entries({ ...sharedRouter, ...sharedQuery }))
    expect(value, name).toBeDefined();
});
