import { closeStaffAccount, listStaff, revokeRole, type StaffMember } from '@fareline/contracts';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { Button, toast } from '@fareline/ui-theme';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { NotDone } from '../forms/not-done.tsx';

export interface PlannedOffboarding {
  member: StaffMember;
  action: 'revoke' | 'close';
}

const endpoints = { revoke: revokeRole, close: closeStaffAccount } as const;
const confirmLabels = { revoke: 'Take the role away', close: 'Close the account' } as const;

function describe({ member: { username }, action }: PlannedOffboarding): string {
  const ends = `${username} is signed out everywhere, second factors and recovery codes are removed, and the cases that ${username} has taken are given back.`;
  return action === 'revoke'
    ? `${ends} The account stays as that of a traveller, with its bookings.`
    : `${ends} The account is deleted with its saved travellers, which cannot be undone. Its bookings stay booked: Find your trip opens them. The audit trail stays.`;
}

interface OffboardDialogProps {
  planned: PlannedOffboarding;
  /** What gets the focus afterwards, because the button is gone. */
  headingId: string;
  onClose: () => void;
}

/** Says what is lost with a role or an account before it is taken away. (GUARD-07) */
export function OffboardDialog({ planned, headingId, onClose }: OffboardDialogProps) {
  const { member, action } = planned;
  const { data: user } = useQuery(currentUserQueryOptions);
  const isOwn = user?.id === member.id;
  const queryClient = useQueryClient();
  const [opener] = useState(() => document.activeElement);
  const isDone = useRef(false);
  const { withConfirmation, dialog } = useConfirmation();
  const offboard = useMutation({
    mutationFn: () =>
      withConfirmation(() => call(endpoints[action], { params: { id: member.id }, body: {} })),
    onSuccess: ({ message }) => {
      toast({ title: message });
      isDone.current = true;
      onClose();
    },
    // Also after a failure: a colleague may have been faster.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [listStaff.path] }),
        isOwn && isDone.current && queryClient.invalidateQueries(currentUserQueryOptions),
      ]),
  });
  return (
    <AlertDialog open onOpenChange={(open) => !open && !offboard.isPending && onClose()}>
      <AlertDialogContent
        title={
          action === 'revoke'
            ? `Take the role from ${member.username}?`
            : `Close the account of ${member.username}?`
        }
        description={`${isOwn ? 'This is your own account. ' : ''}${describe(planned)}`}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          const target = isDone.current ? document.getElementById(headingId) : opener;
          if (target instanceof HTMLElement) target.focus({ preventScroll: true });
        }}
        footer={
          <>
            <AlertDialogCancel disabled={offboard.isPending}>Back</AlertDialogCancel>
            <Button variant="destructive" loading={offboard.isPending} onClick={() => offboard.mutate()}>
              {confirmLabels[action]}
            </Button>
          </>
        }
      >
        {dialog}
        <NotDone failure={offboard.error} />
      </AlertDialogContent>
    </AlertDialog>
  );
}
