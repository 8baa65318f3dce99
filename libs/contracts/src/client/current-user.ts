import { currentUser } from '../accounts/endpoints.ts';
import type { User } from '../accounts/account.schema.ts';
import { call, ResponseError } from './client.ts';

/** The query of the signed-in user, null for a signed-out visitor; one cache entry for all front ends. (REQUEST-09) */
export const currentUserQueryOptions = {
  queryKey: [currentUser.path],
  queryFn: async ({ signal }: { signal?: AbortSignal }): Promise<User | null> => {
    try {
      return await call(currentUser, { on401: 'null', signal });
    } catch (error) {
      if (error instanceof ResponseError && error.body?.message === 'Not authenticated') return null;
      throw error;
    }
  },
};
