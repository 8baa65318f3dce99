import { listReviewCases, planReviewCase, type BodyOf, type ReviewCase } from '@fareline/contracts';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { Button } from '@fareline/ui-theme';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../forms/show-failure.ts';
import { nameCase } from './review-labels.ts';

const hourMs = 3_600_000;
const dueTimes: readonly [label: string, ms: number][] = [
  ['In 4 hours', 4 * hourMs],
  ['In a day', 24 * hourMs],
  ['In 3 days', 72 * hourMs],
  ['In a week', 168 * hourMs],
];

/** Buttons to take a case or give it back, and to say until when it must be decided. (TRIP-07) */
export function CasePlan({ reviewCase }: { reviewCase: ReviewCase }) {
  const { id, assignee, dueAt } = reviewCase;
  const queryClient = useQueryClient();
  const { data: user } = useQuery(currentUserQueryOptions);
  const plan = useMutation({
    // What is chosen from the menu meanwhile is sent after it.
    scope: { id: `plan ${id}` },
    mutationFn: (body: BodyOf<typeof planReviewCase>) => call(planReviewCase, { params: { id }, body }),
    onError: (failure) => showFailure(failure, 'Not planned'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listReviewCases.path] }),
  });
  const isMine = assignee !== null && assignee === user?.username;
  const name = nameCase(reviewCase);
  return (
    <>
      <Button
        variant="ghost"
        loading={plan.isPending}
        onClick={() => plan.mutate(isMine ? { assignee: 'nobody' } : { assignee: 'me', takenFrom: assignee })}
      >
        {isMine ? 'Give back' : assignee ? 'Take over' : 'Take'}
        <span className="sr-only"> {name}</span>
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost">
            Due<span className="sr-only"> time of {name}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {dueTimes.map(([label, ms]) => (
            <DropdownMenuItem
              key={label}
              onSelect={() => plan.mutate({ dueAt: new Date(Date.now() + ms).toISOString() })}
            >
              {label}
            </DropdownMenuItem>
          ))}
          {dueAt && (
            <DropdownMenuItem onSelect={() => plan.mutate({ dueAt: null })}>No due time</DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
