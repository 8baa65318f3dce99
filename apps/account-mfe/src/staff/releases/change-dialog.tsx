import { changeRelease, listReleases, type ManagedRelease, type ReleaseChange } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { Button, Field, focusFirstInvalid, Input, Textarea, toast } from '@fareline/ui-theme';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { NotDone } from '../forms/not-done.tsx';
import { useKeptText } from '../forms/use-kept-text.ts';
import { changeLabels, describeChange, getHeadingId, type ReleaseAction } from './release-labels.ts';

export interface PlannedChange {
  /** Its state when the dialog opened. */
  frontEnd: ManagedRelease;
  action: ReleaseAction;
  /** The version that becomes current. */
  version?: string;
}

const isPercent = (text: string): boolean =>
  /^\d+(\.\d)?$/.test(text) && Number(text) > 0 && Number(text) <= 100;

/** Says what a change of a release does, and for how many visitors, before it is made. */
export function ChangeDialog({ planned, onClose }: { planned: PlannedChange; onClose: () => void }) {
  const { frontEnd, action, version = '' } = planned;
  const { name, revision, candidate } = frontEnd;
  const [title, confirmLabel, done] = changeLabels[action];
  const queryClient = useQueryClient();
  const queryKey = [listReleases.path];
  const [percent, setPercent] = useState(String(candidate?.audience.percent ?? ''));
  const [reason, setReason] = useKeptText(`${action} ${name} ${version}`);
  const [isChecked, setChecked] = useState(false);
  const [opener] = useState(() => document.activeElement);
  const isChanged = useRef(false);
  const { withConfirmation, dialog } = useConfirmation();
  const change = useMutation({
    mutationFn: () => {
      const base = { revision, ...(reason.trim() && { reason: reason.trim() }) };
      const body: ReleaseChange =
        action === 'percent'
          ? { ...base, action, percent: Number(percent.trim()) }
          : action === 'set'
            ? { ...base, action, version }
            : { ...base, action };
      return withConfirmation(() => call(changeRelease, { params: { name }, body }));
    },
    onSuccess: async (releases) => {
      setReason('');
      // An older answer must not come after it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, releases);
      toast({ title: `${name}: ${done}` });
      isChanged.current = true;
      onClose();
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  const fields = useRef<HTMLDivElement>(null);
  const isValid = action !== 'percent' || isPercent(percent.trim());
  const submit = () => {
    setChecked(true);
    if (isValid) change.mutate();
    else if (fields.current) focusFirstInvalid(fields.current);
  };
  return (
    <AlertDialog open onOpenChange={(open) => !open && !change.isPending && onClose()}>
      <AlertDialogContent
        title={title}
        description={describeChange(frontEnd, action, version)}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // After a change its button may be gone.
          const target = isChanged.current ? document.getElementById(getHeadingId(name)) : opener;
          if (target instanceof HTMLElement) target.focus({ preventScroll: true });
        }}
        footer={
          <>
            <AlertDialogCancel disabled={change.isPending}>Back</AlertDialogCancel>
            <Button
              variant={action === 'percent' || action === 'promote' ? 'primary' : 'destructive'}
              loading={change.isPending}
              onClick={submit}
            >
              {confirmLabel}
            </Button>
          </>
        }
      >
        <div ref={fields} className="grid gap-4">
          {action === 'percent' && (
            <Field
              label="Percentage of visitors"
              hint="In steps of 0.1. Who gets the candidate keeps it while the percentage grows."
              error={
                isChecked && !isValid ? 'Enter a number above 0, at most 100, in steps of 0.1' : undefined
              }
              required
            >
              <Input
                inputMode="decimal"
                value={percent}
                onChange={(event) => setPercent(event.target.value)}
              />
            </Field>
          )}
          <Field label="Reason" hint="Part of the history">
            <Textarea value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </Field>
          {dialog}
          <NotDone failure={change.error} />
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
