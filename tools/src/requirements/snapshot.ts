import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readRequirements } from './list.ts';

/** The accepted state of docs/requirements.md, so that the list is not changed unintentionally. */
export const snapshotSchema = z.object({ sha256: z.string(), ids: z.array(z.string()) });
export type Snapshot = z.output<typeof snapshotSchema>;

export function takeSnapshot(markdown: string): Snapshot {
  return {
    sha256: createHash('sha256').update(markdown).digest('hex'),
    ids: readRequirements(markdown).flatMap(({ ids }) => ids),
  };
}

/** Differences from the accepted state: one message per added or removed id, or one when only the text changed. */
export function compareSnapshot(accepted: Snapshot, current: Snapshot): string[] {
  const removed = accepted.ids.filter((id) => !current.ids.includes(id)).map((id) => `${id} was removed`);
  const added = current.ids.filter((id) => !accepted.ids.includes(id)).map((id) => `${id} was added`);
  const differences = [...removed, ...added];
  if (differences.length === 0 && accepted.sha256 !== current.sha256) return ['the text was changed'];
  return differences;
}
