import { durationMinutes, formatMinutes } from '@fareline/contracts';

/** "PT2H30M" → "2h 30m". (FORMAT-05) */
export function formatDuration(iso: string | null | undefined): string {
  const minutes = durationMinutes(iso);
  return minutes === undefined ? 'N/A' : formatMinutes(minutes);
}
