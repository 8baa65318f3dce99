import {
  closeReviewCase,
  getBookingRecord,
  joinOrphans,
  listReviewCases,
  refundStrayCharge,
  type CaseDecision,
  type ReviewCase,
} from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { caseDecisions } from '@fareline/contracts/schemas';
import { Button, Field, Textarea, toast } from '@fareline/ui-theme';
import { Alert, AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AdvanceCheckbox } from './advance-checkbox.tsx';
import { useConfirmPassword } from '../confirm-password/use-confirm-password.tsx';

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
  const { withPassword, dialog } = useConfirmPassword();
  const [text, setText] = useState('');
  const [isAdvance, setAdvance] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const request = { params: { id }, body: { text } };
  const decide = useMutation({
    mutationFn: async () => {
      if (decision === 'close') {
        const body = { text, ...(isAdvance && { isAdvance }) };
        return { title: (await call(closeReviewCase, { ...request, body })).message };
      }
      if (decision === 'refund')
        return { title: (await withPassword(() => call(refundStrayCharge, request))).message };
      const { bookingId } = await withPassword(() => call(joinOrphans, request));
      return { title: 'The booking is there.', bookingId };
    },
    onSuccess: async ({ title, bookingId }) => {
      toast({ title });
      onClose();
      if (bookingId) await navigate(`/admin/bookings/${bookingId}`);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [listReviewCases.path] }),
        queryClient.invalidateQueries({ queryKey: [getBookingRecord.path] }),
      ]);
    },
  });
  const submit = () => (text.trim() ? decide.mutate() : setMissing(true));
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
        <div className="grid gap-4">
          {decision === 'close' && canBeAdvance && (
            <AdvanceCheckbox isAdvance={isAdvance} onChange={setAdvance} />
          )}
          <Field label={textLabel} error={isMissing && !text.trim() ? 'Please say why' : undefined} required>
            <Textarea value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
          </Field>
          {dialog}
          {decide.error && (
            <Alert variant="destructive">
              {getServerMessage(decide.error) ?? 'Nothing answered. Please try again.'}
            </Alert>
          )}
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
