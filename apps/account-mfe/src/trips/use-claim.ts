import { claimBooking } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { bookingsKey } from './use-bookings.ts';

/** Puts the booking of a mailed link into the account, once, and takes the link's token out of the address. (GUEST-05, D17) */
export function useClaim(): void {
  const [query, setQuery] = useSearchParams();
  const queryClient = useQueryClient();
  const claimed = useRef<string>(undefined);
  const token = query.get('claim');
  useEffect(() => {
    if (!token || claimed.current === token) return;
    claimed.current = token;
    call(claimBooking, { body: { token } })
      .then(
        async () => {
          toast({ title: 'Booking added', description: 'It is in your trips now.' });
          // A first reading still under way would count as the new one, without the booking.
          await queryClient.cancelQueries({ queryKey: bookingsKey });
          await queryClient.invalidateQueries({ queryKey: bookingsKey });
        },
        (failure: unknown) =>
          toast({
            title: 'Booking not added',
            description: getServerMessage(failure) ?? 'Something went wrong. Please try again.',
            variant: 'destructive',
          }),
      )
      .finally(() =>
        setQuery(
          (current) => {
            current.delete('claim');
            return current;
          },
          { replace: true },
        ),
      );
  }, [token, queryClient, setQuery]);
}
