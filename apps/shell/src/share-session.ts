import { listBookings, type User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import type { QueryClient } from '@tanstack/react-query';

const { queryKey } = currentUserQueryOptions;

/** Null for a signed-out visitor, undefined until it is loaded. */
type UserId = User['id'] | null | undefined;

/**
 * Tells the other tabs who is signed in, and loads the user again when another tab has a different one: after a sign-out the
 * next page says so. Returns a function that ends it.
 */
export function shareSession(client: QueryClient): () => void {
  const channel = new BroadcastChannel('session');
  const readUserId = (): UserId => {
    const user = client.getQueryData<User | null>(queryKey);
    return user === null ? null : user?.id;
  };
  let known = readUserId();
  channel.onmessage = ({ data }: MessageEvent<UserId>) => {
    if (known === undefined || data === known) return;
    known = data;
    // The trips of the user before must not stay in sight.
    void client
      .refetchQueries({ queryKey })
      .then(() => client.resetQueries({ queryKey: [listBookings.path] }));
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    // While it is loaded again, the user is still the one before.
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const userId = readUserId();
    if (userId === known || event.query.queryKey[0] !== queryKey[0]) return;
    known = userId;
    channel.postMessage(userId);
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
