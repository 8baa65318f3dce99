import { claimBooking } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { getLinkMessage, isRefusedLink } from '../links/link-failures.ts';
import { bookingsQueryOptions } from './trip-queries.ts';

const { queryKey } = bookingsQueryOptions;

/** Offers to add the booking of a claim link to the account; a press does it. Nothing without a token. (GUEST-05, CARE-01) */
export function ClaimOffer({ token }: { token: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const queryClient = useQueryClient();
  const request = useMutation({
    mutationFn: (claimed: string) => call(claimBooking, { body: { token: claimed } }),
    onSuccess: async () => {
      toast({ title: 'Booking added', description: 'It is in your trips now.' });
      // A list request sent before the claim would be reused as the reload, and lacks the booking.
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    },
    onError: (failure, claimed) =>
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
                onPress: () => request.mutate(claimed),
              },
              duration: Infinity,
            }),
      }),
  });
  if (!token && !request.isPending) return null;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Before the response, because the visitor may have left the page by then; and so that Back does not offer it again.
        void navigate({ pathname, search }, { replace: true, state: null });
        request.mutate(token);
      }}
    >
      <Alert variant="info">The booking of your email is not in your trips yet.</Alert>
      <SubmitButton request={request} waitTitle="Booking not added">
        Add this booking
      </SubmitButton>
    </form>
  );
}
