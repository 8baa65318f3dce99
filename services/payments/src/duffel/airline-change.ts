import type { AirlineChangeAction } from '@fareline/contracts';
import { z } from 'zod';
import type { ProviderChange } from './flight-provider.ts';

const actions: readonly string[] = ['accept', 'change', 'cancel'] satisfies AirlineChangeAction[];
const isKnownAction = (action: string): action is AirlineChangeAction => actions.includes(action);

const airlineChangeSchema = z.object({
  id: z.string().min(1),
  created_at: z.string(),
  action_taken: z.string().nullish(),
  action_taken_at: z.string().nullish(),
  available_actions: z.array(z.string()).nullish(),
  added: z.array(z.unknown()).nullish(),
});

const toTime = ({ created_at }: z.output<typeof airlineChangeSchema>): number => Date.parse(created_at) || 0;

/** The latest of the changes that the provider lists; undefined without one that is well formed. */
export function findLatestChange(list: unknown): ProviderChange | undefined {
  const changes = z.array(z.unknown()).safeParse(list).data ?? [];
  const [latest] = changes
    .flatMap((change) => airlineChangeSchema.safeParse(change).data ?? [])
    .reverse()
    .sort((a, b) => toTime(b) - toTime(a));
  if (!latest) return undefined;
  const { id, action_taken, action_taken_at, available_actions, added } = latest;
  const isCancelled = added?.length === 0;
  return {
    id,
    // Flights that are not flown cannot be taken, whatever the airline offers.
    actions: (available_actions ?? [])
      .filter(isKnownAction)
      .filter((action) => !isCancelled || action !== 'accept'),
    isCancelled,
    answeredAt: action_taken ? new Date(action_taken_at ?? latest.created_at) : null,
  };
}
