/** "Non-stop", "1 stop" or "2 stops" for a number of segments. (FORMAT-08) */
export function stopsLabel(segmentCount: number): string {
  if (segmentCount <= 1) return 'Non-stop';
  return segmentCount === 2 ? '1 stop' : `${segmentCount - 1} stops`;
}
