import { quoteBookingChange, type BookingChangeRequest } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toAgreementPath } from '../trips/trip-path.ts';
import type { BookingDetails } from '../trips/trip-queries.ts';

/** The trip whose flights or bags are chosen. */
export type ChangedTrip = Pick<
  BookingDetails,
  'bookingData' | 'cancellability' | 'change_options' | 'created_at'
>;

/** The request that prices what was chosen: the traveller's, or that of support. */
export interface Agreement {
  mutate: (request: BookingChangeRequest) => void;
  reset: () => void;
  isPending: boolean;
  error: Error | null;
  variables: BookingChangeRequest | undefined;
}

/** Prices what was chosen and opens the page where it is agreed and paid. Nothing is changed or charged. (TRIP-03, TRIP-04) */
export function useAgreement(id: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: BookingChangeRequest) => call(quoteBookingChange, { params: { id }, body }),
    onSuccess: (change) => navigate(toAgreementPath(id, change.id)),
  });
}
