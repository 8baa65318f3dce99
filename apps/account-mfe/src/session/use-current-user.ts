import { currentUser } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { useQuery } from '@tanstack/react-query';

export const currentUserKey = [currentUser.path];

/** The signed-in user; null while signed out. (REQUEST-09, TRIPS-02) */
export function useCurrentUser() {
  return useQuery({
    queryKey: currentUserKey,
    queryFn: ({ signal }) => call(currentUser, { signal, on401: 'null' }),
    staleTime: Infinity,
    retry: false,
  });
}
