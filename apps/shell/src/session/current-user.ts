import { currentUser, type User } from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** The signed-in user, null for a signed-out visitor. All front ends share this query key. (REQUEST-09) */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(currentUser, { on401: 'null', signal });
    } catch (error) {
      if (error instanceof ResponseError && error.body?.message === 'Not authenticated') return null;
      throw error;
    }
  },
});

export function useCurrentUser() {
  return useQuery(currentUserQuery);
}
