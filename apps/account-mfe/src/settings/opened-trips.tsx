import { closeOpenedTrips, listOpenedTrips, type OpenedTrip } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { formatInstant } from '@fareline/presentation/formats';
import { announce, Button, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoadFailure } from '../failures/load-failure.tsx';
import { showFailure } from '../forms/show-failure.ts';
import { needsSignIn } from '../login/is-signed-out.ts';
import { focusNext } from './focus-next.ts';

const queryKey = [listOpenedTrips.path];

/** The user's trips that mailed codes have opened in browsers without the account, if any. (GUARD-07) */
export function OpenedTrips({ focusHeading }: { focusHeading: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listOpenedTrips, { signal }),
    retry: false,
    gcTime: 0,
  });
  const queryClient = useQueryClient();
  const close = useMutation({
    mutationFn: ({ id }: OpenedTrip) => call(closeOpenedTrips, { body: { id } }),
    onSuccess: (_, { id, reference }) => {
      focusNext(id, focusHeading);
      announce(`Closed: trip ${reference}`);
      queryClient.setQueryData<typeof data>(
        queryKey,
        (old) => old && { trips: old.trips.filter((trip) => trip.id !== id) },
      );
    },
    onError: (failure) => {
      showFailure(failure, 'Not closed');
      // It may have been closed meanwhile.
      focusHeading();
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  // Who has to sign in is told so beside the sessions.
  if (error && !needsSignIn(error))
    return (
      <LoadFailure
        failure={error}
        title="Trips that are open elsewhere could not be loaded"
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.trips.length === 0) return null;
  return (
    <section className="grid gap-1" aria-labelledby="opened-trips">
      <h3 id="opened-trips">Trips that a code has opened</h3>
      <p className="caption-text">Without your account, by a code mailed to you, for two hours.</p>
      <ul className="divide-line grid divide-y">
        {data.trips.map((trip) => (
          <li key={trip.id} className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
            <div className="min-w-0 grow basis-56">
              <p className="font-semibold wrap-anywhere">
                Trip <span translate="no">{trip.reference}</span>
              </p>
              <p className="caption-text">
                <Sentence>
                  In {trip.browsers === 1 ? 'one browser' : `${trip.browsers} browsers`}, opened{' '}
                  {formatInstant(trip.openedAt)}
                </Sentence>
              </p>
            </div>
            <Button
              variant="secondary"
              size="small"
              value={trip.id}
              loading={close.isPending && close.variables.id === trip.id}
              onClick={() => close.mutate(trip)}
            >
              Close{' '}
              <VisuallyHidden>
                trip <span translate="no">{trip.reference}</span>
              </VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
