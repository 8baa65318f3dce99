import { currentUserQueryOptions, fetchCurrentUser } from '@fareline/contracts/client';
import { Button, EmptyState, ErrorState, LoadingText } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import User from 'lucide-react/icons/user';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FindTripHint } from '../layout/find-trip-hint.tsx';

interface SignInPromptProps {
  /** What the visitor finds after the sign-in. */
  text: string;
  /** Leads to the sign-in. */
  link: ReactNode;
}

/** Shows trips to a signed-in visitor, and a sign-in to all others. (TRIPS-01, TRIPS-02) */
export function SignInFirst({ children, ...prompt }: SignInPromptProps & { children: ReactNode }) {
  const {
    data: user,
    error,
    refetch,
    fetchStatus,
  } = useQuery({
    ...currentUserQueryOptions,
    // Asks even in a browser that knows of no session: a booking that seems to be gone worries more than a late page.
    queryFn: fetchCurrentUser,
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  });
  if (error) {
    return (
      <ErrorState
        level={1}
        title="Your trips cannot be shown right now"
        text="We could not find out who is signed in. Your bookings are safe."
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  // Without a connection the answer waits for one.
  if (!user && fetchStatus !== 'idle') return <LoadingText>Loading your trips...</LoadingText>;
  if (user) return children;
  return <SignInPrompt {...prompt} />;
}

/** A sign-in, and the way to a single trip without an account. (TRIPS-01, TRIP-06) */
export function SignInPrompt({ text, link }: SignInPromptProps) {
  return (
    <EmptyState
      level={1}
      icon={User}
      title="Please sign in"
      text={text}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild>{link}</Button>
          <Button asChild variant="secondary">
            <Link to="/register">Create Account</Link>
          </Button>
          <FindTripHint className="basis-full" />
        </div>
      }
    />
  );
}
