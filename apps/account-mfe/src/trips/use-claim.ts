import { claimBooking } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getLinkMessage, isRefusedLink } from '../links/link-failures.ts';
import { bookingsQueryOptions } from './trip-queries.ts';

const { queryKey } = bookingsQueryOptions;

/** Adds the booking of a claim link to the account once; without a token it does nothing. (GUEST-05) */
export function useClaim(token: string): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const queryClient = useQueryClient();
  const sentToken = useRef('');
  const { mutate: claim } = useMutation({
    mutationFn: (token: string) => call(claimBooking, { body: { token } }),
    onSuccess: async () => {
      toast({ title: 'Booking added', description: 'It is in your trips now.' });
      // A list request sent before the claim would be reused as the reload, and lacks the booking.
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    },
    onError: (failure, token) =>
      toast({
        title: 'Booking not added',
        description: getLinkMessage(failure) ?? 'Something went wrong. Please try again.',
        variant: 'destructive',
        ...(isRefusedLink(failure)
          ? {}
          : {
              action: {
                label: 'Try again',
                altText: 'Open the link in the email again',
                onPress: () => claim(token),
              },
              duration: Infinity,
            }),
      }),
  });
  useEffect(() => {
    if (!token || sentToken.current === token) return;
    sentToken.current = token;
    // Before the response, because the visitor may have left the page by then; and so that Back does not send it again.
    void navigate({ pathname, search }, { replace: true, state: null });
    claim(token);
  }, [token, pathname, search, navigate, claim]);
}
