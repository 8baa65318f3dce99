import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { getSignInUrl } from './sign-in-url.ts';

/** A link to the sign-in, which returns to this page. */
export function SignInLink(props: Omit<ComponentProps<typeof Link>, 'to'>) {
  return (
    <Link {...props} to={getSignInUrl(useLocation())}>
      Sign in
    </Link>
  );
}
