import { listBookings } from '@fareline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { dismissToast } from '@fareline/ui-theme';
import { useRef, useState } from 'react';
import type { Attempt } from '../payment/attempt.ts';
import { findSentCard, type PaymentMethod } from '../payment/authorise-payment.ts';
import { useOnePayment } from '../payment/use-one-payment.ts';
import { changeQueryOptions } from './change-queries.ts';
import { completeChange, toChangeOrder, type Agreement, type ChangeOutcome } from './complete-change.ts';

type Answer = Exclude<ChangeOutcome, { kind: 'answered' }> & { at: number };

/** Pays and makes a change, and shows what became of it. (TRIP-03, TRIP-04) */
export function useChangePayment(agreement: Agreement) {
  const { bookingId, change } = agreement;
  const client = useQueryClient();
  const attempts = useRef<Attempt>(undefined);
  const { isBusy, run } = useOnePayment();
  const [answer, setAnswer] = useState<Answer>();
  const [isAuthorised, setAuthorised] = useState(false);
  const [sent, setSent] = useState(() => findSentCard(toChangeOrder(agreement), undefined));
  const find = <Kind extends Answer['kind']>(kind: Kind) =>
    answer?.kind === kind ? (answer as Extract<Answer, { kind: Kind }>) : undefined;

  const pay = (method: PaymentMethod | undefined, clearCard: () => void) =>
    run(async () => {
      setAnswer(undefined);
      // A refusal of the form before would contradict what the bank says.
      dismissToast();
      const outcome = await completeChange(agreement, method, attempts);
      if (outcome.kind !== 'payment-refused') clearCard();
      setAuthorised(attempts.current?.authorisation !== undefined);
      setSent(findSentCard(toChangeOrder(agreement), attempts.current));
      const { queryKey } = changeQueryOptions({ bookingId, changeId: change.id });
      if (outcome.kind === 'answered') {
        client.setQueryData(queryKey, outcome.change);
        void client.invalidateQueries({ queryKey: [listBookings.path], refetchType: 'none' });
        return;
      }
      // The service may have got further than its answer.
      if (outcome.kind === 'unknown' || outcome.kind === 'change-ended')
        await client.invalidateQueries({ queryKey });
      setAnswer({ ...outcome, at: Date.now() });
    });

  return {
    isBusy,
    /** The card is authorised, and the call that makes the change had no answer. */
    isAuthorised,
    sent,
    /** The payment whose bank asked is ended. */
    onAbandoned(message: string) {
      attempts.current = undefined;
      setSent(undefined);
      setAnswer({ kind: 'payment-failed', title: 'Payment Stopped', description: message, at: 0 });
    },
    decline: sent === 'challenged' ? undefined : find('payment-failed'),
    refusal: find('payment-refused'),
    ended: find('change-ended'),
    unknown: find('unknown'),
    pay,
  };
}
