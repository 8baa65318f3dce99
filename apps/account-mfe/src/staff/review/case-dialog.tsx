import {
  closeReviewCase,
  getBookingRecord,
  joinOrphans,
  listReviewCases,
  refundStrayCharge,
  type CaseDecision,
  type ReviewCase,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { caseDecisions } from '@fareline/contracts/schemas';
import { Button, Field, focusFirstInvalid, Textarea, toast } from '@fareline/ui-theme';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AdvanceCheckbox } from './advance-checkbox.tsx';
import { useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { NotDone } from '../forms/not-done.tsx';
import { useKeptText } from '../forms/use-kept-text.ts';

interface CaseDialogProps {
  reviewCase: ReviewCase;
  decision: CaseDecision;
  onClose: () => void;
}

/** Closes a case, refunds its charge or joins what it is about into a booking, with a reason. (REVIEW-02, LEDGER-07) */
export function CaseDialog({ reviewCase, decision, onClose }: CaseDialogProps) {
  const { id, summary, canBeAdvance } = reviewCase;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { withConfirmation, dialog } = useConfirmation();
  const [text, setText] = useKeptText(`${decision} ${id}`);
  const [isAdvance, setAdvance] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const request = { params: { id }, body: { text } };
  const decide = useMutation({
    mutationFn: async () => {
      if (decision === 'close') {
        const body = { text, ...(isAdvance && { isAdvance }) };
        return { title: (await withConfirmation(() => call(closeReviewCase, { ...request, body }))).message };
      }
      if (decision === 'refund')
        return { title: (await withConfirmation(() => call(refundStrayCharge, request))).message };
      const { bookingId } = await withConfirmation(() => call(joinOrphans, request));
      return { title: 'The booking is there.', bookingId };
    },
    onSuccess: async ({ title, bookingId }) => {
      setText('');
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [listReviewCases.path] }),
        queryClient.invalidateQueries({ queryKey: [getBookingRecord.path] }),
      ]);
      toast({ title });
      onClose();
      if (bookingId) await navigate(`/admin/bookings/${bookingId}`);
    },
  });
  const fields = useRef<HTMLDivElement>(null);
  const submit = () => {
    if (text.trim()) return decide.mutate();
    setMissing(true);
    if (fields.current) focusFirstInvalid(fields.current);
  };
  const { title, effect, textLabel, confirmLabel } = caseDecisions[decision];
  return (
    <AlertDialog open onOpenChange={(open) => !open && !decide.isPending && onClose()}>
      <AlertDialogContent
        title={title}
        description={`${summary} ${effect}`}
        footer={
          <>
            <AlertDialogCancel disabled={decide.isPending}>Keep open</AlertDialogCancel>
            <Button loading={decide.isPending} onClick={submit}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        <div ref={fields} className="grid gap-4">
          {decision === 'close' && canBeAdvance && (
            <AdvanceCheckbox isAdvance={isAdvance} onChange={setAdvance} />
          )}
          <Field label={textLabel} error={isMissing && !text.trim() ? 'Please say why' : undefined} required>
            <Textarea value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
          </Field>
          {dialog}
          <NotDone failure={decide.error} />
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
