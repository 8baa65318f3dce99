import { listBookings } from '@fareline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { dismissToast } from '@fareline/ui-theme';
import { useRef, useState } from 'react';
import type { Attempt } from '../payment/attempt.ts';
import { isCardSent, type PaymentMethod } from '../payment/authorise-payment.ts';
import { changeQueryOptions } from './change-queries.ts';
import { completeChange, toChangeOrder, type Agreement, type ChangeOutcome } from './complete-change.ts';

type Answer = Exclude<ChangeOutcome, { kind: 'answered' }> & { at: number };

/** Pays and makes a change, and shows what became of it. A second press while it runs does nothing. (TRIP-03, TRIP-04) */
export function useChangePayment(agreement: Agreement, onCardRejected: () => void) {
  const { bookingId, change } = agreement;
  const client = useQueryClient();
  const attempts = useRef<Attempt>(undefined);
  // A ref, because a second press before the next render must see it.
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const [isAuthorised, setAuthorised] = useState(false);
  const [isSent, setSent] = useState(() => isCardSent(toChangeOrder(agreement), undefined));
  const find = <Kind extends Answer['kind']>(kind: Kind) =>
    answer?.kind === kind ? (answer as Extract<Answer, { kind: Kind }>) : undefined;

  async function pay(method: PaymentMethod | undefined, clearCard: () => void): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setAnswer(undefined);
    // A refusal of the form before would contradict what the bank says.
    dismissToast();
    const outcome = await completeChange(agreement, method, attempts);
    if (outcome.kind !== 'payment-refused') clearCard();
    setAuthorised(attempts.current?.authorisation !== undefined);
    setSent(isCardSent(toChangeOrder(agreement), attempts.current));
    isRunning.current = false;
    setBusy(false);
    const options = changeQueryOptions({ bookingId, changeId: change.id });
    if (outcome.kind === 'answered') {
      client.setQueryData(options.queryKey, outcome.change);
      void client.invalidateQueries({ queryKey: [listBookings.path], refetchType: 'none' });
      return;
    }
    setAnswer({ ...outcome, at: Date.now() });
    if (outcome.kind === 'payment-failed') onCardRejected();
    // The service may have got further than its answer.
    if (outcome.kind === 'unknown' || outcome.kind === 'change-ended')
      await client.invalidateQueries({ queryKey: options.queryKey });
  }

  return {
    isBusy,
    /** The card is authorised, and the call that makes the change had no answer. */
    isAuthorised,
    isSent,
    decline: find('payment-failed'),
    refusal: find('payment-refused'),
    ended: find('change-ended'),
    unknown: find('unknown'),
    pay,
  };
}
