import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { formatInstant } from '@fareline/presentation/formats';
import { announce, Badge, Button, Card, LoadingText, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadFailure } from '../failures/load-failure.tsx';
import { showFailure } from '../forms/show-failure.ts';
import { focusNext } from './focus-next.ts';
import { OpenedTrips } from './opened-trips.tsx';

const queryKey = [listOwnSessions.path];

const getName = ({ device }: OwnSession) => device ?? 'A browser that we do not know';

/** In which browsers the user is signed in, and how they sign out elsewhere; after that the focus goes on to the next one. (GUARD-07) */
export function OwnSessions() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    retry: false,
    gcTime: 0,
  });
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const keep = (isKept: (session: OwnSession) => boolean) => {
    queryClient.setQueryData<typeof data>(
      queryKey,
      (old) => old && { sessions: old.sessions.filter(isKept) },
    );
    return reload();
  };
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => call(endOwnSession, { params: { id } }),
    onSuccess: (_, ended) => {
      focusNext(ended.id, focusHeading);
      announce(`Signed out: ${getName(ended)}`);
      return keep(({ id }) => id !== ended.id);
    },
    onError: (failure) => {
      showFailure(failure, 'Not signed out there');
      // It may have ended, or have been renewed, meanwhile.
      focusHeading();
      return reload();
    },
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, { body: {} }),
    onSuccess: ({ message }) => {
      focusHeading();
      announce(message);
      return keep(({ isThis }) => isThis);
    },
    onError: (failure) => showFailure(failure, 'Not signed out elsewhere'),
  });
  const hasOthers = data?.sessions.some(({ isThis }) => !isThis);
  return (
    <Card className="grid gap-4 p-6">
      <header className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="section-heading outline-offset-4">
          Where you are signed in
        </h2>
        <p className="caption-text">
          Is there a browser that you do not know? End it, and change your password.
        </p>
      </header>
      {error && (
        <LoadFailure
          failure={error}
          title="Where you are signed in could not be loaded"
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LoadingText>Loading where you are signed in...</LoadingText>}
      {data && (
        <ul className="divide-line grid divide-y" aria-label="Where you are signed in">
          {data.sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables.id === session.id}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </ul>
      )}
      {hasOthers && (
        <div>
          <Button variant="secondary" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        </div>
      )}
      <OpenedTrips focusHeading={focusHeading} />
    </Card>
  );
}

interface SessionItemProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionItem({ session, isEnding, onEnd }: SessionItemProps) {
  const { id, network, signedInAt, lastUsedAt, isThis } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="font-semibold wrap-anywhere">
          {getName(session)} {isThis && <Badge>This browser</Badge>}
        </p>
        <p className="caption-text wrap-anywhere">
          {network && (
            <>
              From <span translate="no">{network}</span>,{' '}
            </>
          )}
          <Sentence>last used {formatInstant(lastUsedAt)}</Sentence>
        </p>
        <p className="caption-text">
          <Sentence>Signed in {formatInstant(signedInAt)}</Sentence>
        </p>
      </div>
      {!isThis && (
        <Button variant="secondary" size="small" value={id} loading={isEnding} onClick={onEnd}>
          End{' '}
          <VisuallyHidden>
            <Sentence>
              {getName(session)}, signed in {formatInstant(signedInAt)}
            </Sentence>{' '}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
