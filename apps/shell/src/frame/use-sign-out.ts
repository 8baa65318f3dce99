import { currentUser, logout } from '@fareline/contracts';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

/** Ends the session and navigates to `/`; a failure is only logged. (HEADER-10, HEADER-11) */
export function useSignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(logout, { body: {} }),
    onSuccess: async () => {
      queryClient.setQueryData(currentUserQueryOptions.queryKey, null);
      // Data of this user must not be shown to the next one.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUser.path });
      await navigate('/');
    },
    onError: (error) => console.error('Signing out failed.', error),
  });
}
