import { toast } from '@fareline/ui-theme';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { needsSignIn } from '../login/is-signed-out.ts';

interface AccessDeniedProps {
  failure: unknown;
  /** What the visitor may not open. */
  subject?: string;
}

/** Leads who may not open a screen of staff to the home page, and says why; who is signed out can sign in and return. (ADMIN-10) */
export function AccessDenied({ failure, subject = 'this page' }: AccessDeniedProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasNoSession = needsSignIn(failure);
  useEffect(() => {
    toast({
      title: 'Access Denied',
      description: `You don't have permission to access ${subject}.`,
      variant: 'destructive',
      ...(hasNoSession && {
        action: {
          label: 'Sign In',
          altText: 'Press Sign In to sign in and return to the settings',
          onPress: () => void navigate(`/login?redirect=${pathname}`),
        },
      }),
    });
    void navigate('/', { replace: true });
  }, [subject, hasNoSession, navigate, pathname]);
  return null;
}
