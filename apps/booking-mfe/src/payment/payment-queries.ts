import { getCardForm, getSystemMode } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** Whether real cards are charged. (PAY-08, MODE-02) */
export const systemModeQueryOptions = queryOptions({
  queryKey: [getSystemMode.path],
  queryFn: ({ signal }) => call(getSystemMode, { signal }),
  retry: false,
});

/** Which form takes the card, for a total in `currency`. (ELEMENT-01) */
export const cardFormQueryOptions = (amount: string, currency: string) =>
  queryOptions({
    queryKey: [getCardForm.path, amount, currency],
    queryFn: ({ signal }) => call(getCardForm, { query: { amount, currency }, signal }),
    staleTime: Infinity,
    placeholderData: (previous) => previous,
  });
