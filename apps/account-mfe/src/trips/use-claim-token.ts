import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** State of a history entry: the token of a claim link, which is kept there until it is used, also during a sign-in. */
export interface ClaimState {
  claim: string;
}

/**
 * The token of a claim link, as soon as it has moved from the URL to the state of the history entry, which no log and no
 * referrer shows.
 */
export function useClaimToken(): string | undefined {
  const { pathname, search, state } = useLocation() as {
    pathname: string;
    search: string;
    state: ClaimState | null;
  };
  const navigate = useNavigate();
  useEffect(() => {
    const rest = new URLSearchParams(search);
    const token = rest.get('claim');
    if (!token) return;
    rest.delete('claim');
    void navigate(
      { pathname, search: rest.toString() },
      { replace: true, state: { claim: token } satisfies ClaimState },
    );
  }, [pathname, search, navigate]);
  return state?.claim;
}
