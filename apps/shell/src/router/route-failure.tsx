import { Button, ErrorState, useBrand, useOnline, useRetryWhenOnline } from '@fareline/ui-theme';
import { createContext, use, useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from '../pages/not-found.tsx';

/** Reloads a failed remote; reports an error. */
export const RetryContext = createContext<{ retry: () => void; report: (error: unknown) => void }>({
  retry: () => undefined,
  report: () => undefined,
});

/** Replaces a screen that failed to load or render; the frame around it keeps working. */
export function RouteFailure() {
  const error = useRouteError();
  const { retry, report } = use(RetryContext);
  const { contact } = useBrand();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (isMissing) return;
    console.error('A screen failed to load or render.', error);
    report(error);
  }, [error, isMissing, report]);
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
