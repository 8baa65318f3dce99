import { durationMinutes } from '@fareline/contracts';

export { durationMinutes };

/** 150 → "2h 30m", 120 → "2h", 45 → "45m". */
export function formatMinutes(total: number): string {
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  if (hours === 0) return `${minutes}m`;
  return minutes === 0 ? `${hours}h` : `${hours}h ${minutes}m`;
}

/** "PT2H30M" → "2h 30m". (FORMAT-05) */
export function formatDuration(iso: string | null | undefined): string {
  const minutes = durationMinutes(iso);
  return minutes === undefined ? 'N/A' : formatMinutes(minutes);
}
