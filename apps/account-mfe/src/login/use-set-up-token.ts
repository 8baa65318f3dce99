import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';

/**
 * The token of the link with which staff set up their first second factor, `/login#set-up=…`. It leaves the address bar at once, where a
 * passer-by or a tag would read it, for the state of the history entry, where a reload keeps it.
 */
export function useSetUpToken(): string | undefined {
  const { pathname, search, hash, state } = useLocation() as Location & { state: { setUp?: string } | null };
  const navigate = useNavigate();
  const linked = /^#set-up=([\w-]+)$/.exec(hash)?.[1];
  useEffect(() => {
    if (linked) void navigate({ pathname, search }, { replace: true, state: { ...state, setUp: linked } });
  }, [linked, pathname, search, state, navigate]);
  return linked ?? state?.setUp;
}
