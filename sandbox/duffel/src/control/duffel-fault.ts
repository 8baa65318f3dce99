import { FaultInput } from '@fareline/sandbox-kit';
import { z } from 'zod';

/** The faults of all sandboxes, and `fail_late`: 202, and later the event that no order was created. */
export const DuffelFaultInput = z.discriminatedUnion('kind', [
  FaultInput,
  FaultInput.extend({ kind: z.literal('fail_late') }),
]);
export type DuffelFault = z.output<typeof DuffelFaultInput>;
