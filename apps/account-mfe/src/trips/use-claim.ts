import { claimBooking } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { bookingsQueryOptions } from './trip-queries.ts';

const { queryKey } = bookingsQueryOptions;

/** Adds the booking of a claim link to the account once. (GUEST-05, D17) */
export function useClaim(token: string | undefined): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const queryClient = useQueryClient();
  const claimedToken = useRef<string>(undefined);
  const { mutate: claim } = useMutation({
    mutationFn: (token: string) => call(claimBooking, { body: { token } }),
    onSuccess: async () => {
      toast({ title: 'Booking added', description: 'It is in your trips now.' });
      // A list request sent before the claim would be reused as the reload, and lacks the booking.
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    },
    onError: (failure) =>
      toast({
        title: 'Booking not added',
        description: getServerMessage(failure) ?? 'Something went wrong. Please try again.',
        variant: 'destructive',
      }),
    onSettled: () => navigate({ pathname, search }, { replace: true, state: null }),
  });
  useEffect(() => {
    if (!token || claimedToken.current === token) return;
    claimedToken.current = token;
    claim(token);
  }, [token, claim]);
}
