/** The stops of a slice for the card: "Direct", "1 Stop", "2 Stops". (CARD-04) */
export function formatStopCount(segmentCount: number): string {
  if (segmentCount <= 1) return 'Direct';
  return segmentCount === 2 ? '1 Stop' : `${segmentCount - 1} Stops`;
}
