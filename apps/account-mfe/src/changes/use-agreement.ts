import { quoteBookingChange, type BookingChangeRequest } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toAgreementPath } from '../trips/trip-path.ts';

/** Prices what was chosen and opens the page where it is agreed and paid. Nothing is changed or charged. (TRIP-03, TRIP-04) */
export function useAgreement(id: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: BookingChangeRequest) => call(quoteBookingChange, { params: { id }, body }),
    onSuccess: (change) => navigate(toAgreementPath(id, change.id)),
  });
}
