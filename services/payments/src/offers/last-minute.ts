import { findInstant, type Offer } from '@fareline/contracts';

/** A trip in one direction that departs within `periodMs`, as those of stolen cards do. */
export function isLastMinuteOneWay({ slices }: Pick<Offer, 'slices'>, periodMs: number): boolean {
  const [slice, ...others] = slices;
  const { departing_at: local, origin } = slice?.segments[0] ?? {};
  if (!local || others.length > 0) return false;
  const departure = findInstant(local, origin?.time_zone ?? null) ?? Date.parse(`${local}Z`);
  return Number(departure) - Date.now() < periodMs;
}
