import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Query parameter of a mailed link, and the name of its token in the state of the history entry. */
type LinkParameter = 'token' | 'claim';

/** State of a history entry that has the token of a mailed link. */
export type LinkState = Partial<Record<LinkParameter, string>>;

/**
 * The token of a mailed link; empty without one, undefined until it has moved from the URL to the state of
 * the history entry. There it survives a reload, and no address bar, log, referrer or tag shows it.
 * (ACCOUNT-03)
 */
export function useLinkToken(parameter: LinkParameter): string | undefined {
  const { pathname, search, state } = useLocation() as {
    pathname: string;
    search: string;
    state: LinkState | null;
  };
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const mailed = query.get(parameter);
  query.delete(parameter);
  const rest = query.toString();
  useEffect(() => {
    if (mailed === null) return;
    void navigate(
      { pathname, search: rest },
      { replace: true, state: { [parameter]: mailed } satisfies LinkState },
    );
  }, [parameter, pathname, mailed, rest, navigate]);
  return mailed === null ? (state?.[parameter] ?? '') : undefined;
}
