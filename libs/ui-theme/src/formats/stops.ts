/** By number of segments: "Non-stop", "1 stop", "2 stops". (FORMAT-08) */
export function stopsLabel(segmentCount: number): string {
  if (segmentCount <= 1) return 'Non-stop';
  return segmentCount === 2 ? '1 stop' : `${segmentCount - 1} stops`;
}
