import { logout } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { useMutation } from '@tanstack/react-query';

/** Ends the session, forgets what this tab has stored and opens `/`; a failure is only logged. (HEADER-10, HEADER-11) */
export function useSignOut() {
  return useMutation({
    mutationFn: () => call(logout, { body: {} }),
    onSuccess: () => {
      // Attempts to book have contact data, and belong to the visitor whose cookie the server has removed.
      sessionStorage.clear();
      // A new page, so that nothing of this user stays in memory, and no screen asks to sign in again before it is left.
      window.location.assign('/');
    },
    onError: (error) => console.error('Signing out failed.', error),
  });
}
