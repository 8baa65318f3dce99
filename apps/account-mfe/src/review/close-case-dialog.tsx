import { closeReviewCase, getBookingRecord, listReviewCases, type ReviewCase } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { Button, Field, Textarea, toast } from '@fareline/ui-theme';
import { Alert, AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

interface CloseCaseDialogProps {
  reviewCase: ReviewCase;
  onClose: () => void;
}

/** Closes a case with a reason. (REVIEW-02) */
export function CloseCaseDialog({ reviewCase: { id, summary }, onClose }: CloseCaseDialogProps) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const close = useMutation({
    mutationFn: () => call(closeReviewCase, { params: { id }, body: { text } }),
    onSuccess: async ({ message }) => {
      toast({ title: message });
      onClose();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [listReviewCases.path] }),
        queryClient.invalidateQueries({ queryKey: [getBookingRecord.path] }),
      ]);
    },
  });
  const submit = () => (text.trim() ? close.mutate() : setMissing(true));
  return (
    <AlertDialog open onOpenChange={(open) => !open && !close.isPending && onClose()}>
      <AlertDialogContent
        title="Close this case?"
        description={`${summary} It leaves the queue, and nothing else happens: no money moves and nobody is written to.`}
        footer={
          <>
            <AlertDialogCancel disabled={close.isPending}>Keep open</AlertDialogCancel>
            <Button loading={close.isPending} onClick={submit}>
              Close case
            </Button>
          </>
        }
      >
        <Field
          label="Why is it done?"
          error={isMissing && !text.trim() ? 'Please say why' : undefined}
          required
        >
          <Textarea value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
        </Field>
        {close.error && (
          <Alert variant="destructive">
            {getServerMessage(close.error) ?? 'Nothing answered. Please try again.'}
          </Alert>
        )}
      </AlertDialogContent>
    </AlertDialog>
  );
}
