import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readRequirements } from './list.ts';

/** The accepted state of docs/requirements.md: a change of the list has to be made on purpose. */
export const snapshotSchema = z.object({ sha256: z.string(), ids: z.array(z.string()) });
export type Snapshot = z.output<typeof snapshotSchema>;

export function takeSnapshot(markdown: string): Snapshot {
  return {
    sha256: createHash('sha256').update(markdown).digest('hex'),
    ids: readRequirements(markdown).flatMap(({ ids }) => ids),
  };
}

/** What differs from the accepted state: one sentence per id that was added or removed, or one for a changed text. */
export function compareSnapshot(accepted: Snapshot, current: Snapshot): string[] {
  const removed = accepted.ids.filter((id) => !current.ids.includes(id)).map((id) => `${id} was removed`);
  const added = current.ids.filter((id) => !accepted.ids.includes(id)).map((id) => `${id} was added`);
  const differences = [...removed, ...added];
  if (differences.length === 0 && accepted.sha256 !== current.sha256) return ['the text was changed'];
  return differences;
}
