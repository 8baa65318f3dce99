import { currentUserQueryOptions, hasSessionHint } from '@fareline/contracts/client';
import { RemoteFragment, Skeleton } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';

const noProps = {};

/** Keeps what is below in its place. */
const placeholder = (
  <div className="page-width pt-8" aria-hidden>
    <Skeleton className="h-45 w-full" />
  </div>
);

/** The next trip of a signed-in visitor, which the account front end shows. */
export function NextTrip() {
  const { data: user, isPending } = useQuery(currentUserQueryOptions);
  if (user) return <RemoteFragment name="account/next-trip" props={noProps} placeholder={placeholder} />;
  return isPending && hasSessionHint() ? placeholder : null;
}
