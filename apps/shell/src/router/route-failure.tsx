import { Button, ErrorState, useBrand, useOnline, useRetryWhenOnline } from '@fareline/ui-theme';
import { createContext, use, useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from '../pages/not-found.tsx';

/** Reloads a failed remote. */
export const RetryContext = createContext<{ retry: () => void }>({ retry: () => undefined });

/** Replaces a screen that failed to load or render; the frame around it keeps working. */
export function RouteFailure() {
  const error = useRouteError();
  const { retry } = use(RetryContext);
  const { contact } = useBrand();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!isMissing) console.error('A screen failed to load or render.', error);
  }, [error, isMissing]);
  const online = useOnline();
  useRetryWhenOnline(retry);
  if (isMissing) return <NotFound />;
  return (
    <div className="mx-auto max-w-7xl px-4 py-8">
      <ErrorState
        title={online ? 'This part of the site did not load' : 'You are offline'}
        text={
          online ? (
            <>
              The rest works, and nothing you entered elsewhere is lost. Try again in a moment
              {contact.phone && `, or call us on ${contact.phone}`}.
            </>
          ) : (
            'This page comes by itself when the connection is back.'
          )
        }
        action={<Button onClick={retry}>Retry</Button>}
      />
    </div>
  );
}
