import { currentUser, sessionHintCookie } from '../accounts/endpoints.ts';
import type { User } from '../accounts/account.schema.ts';
import { call, ResponseError } from './client.ts';

/** Asks the server for the signed-in user; null for a signed-out visitor. (REQUEST-09) */
export async function fetchCurrentUser({ signal }: { signal?: AbortSignal }): Promise<User | null> {
  try {
    return await call(currentUser, { on401: 'null', signal });
  } catch (error) {
    if (error instanceof ResponseError && error.body?.message === 'Not authenticated') return null;
    throw error;
  }
}

/** Services are compiled without the types of pages; prerendering has no page. */
declare const document: { readonly cookie: string } | undefined;

/** Whether the browser may have a session, which the server alone knows for certain. */
export const hasSessionHint = (): boolean =>
  typeof document === 'object' && document.cookie.split('; ').includes(`${sessionHintCookie}=1`);

/**
 * The query of the signed-in user, one cache entry for all front ends. A browser without a session is not asked about, since it
 * would log the 401 as an error.
 */
export const currentUserQueryOptions = {
  queryKey: [currentUser.path],
  queryFn: async (context: { signal?: AbortSignal }) => (hasSessionHint() ? fetchCurrentUser(context) : null),
};
