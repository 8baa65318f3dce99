import type { PriceParts } from '@fareline/contracts';

export type ChangedPrice =
  | 'this flight'
  | 'your seats'
  | 'your bags'
  | 'your seats or bags'
  | 'your seats and bags'
  | 'this flight and your seats or bags';

/** Names what has another price than the screen showed. Without its parts, `fallback` is what the service knows. (EXTRA-04) */
export function nameChangedPrice(
  shown: PriceParts,
  parts: PriceParts | undefined,
  fallback: ChangedPrice,
): ChangedPrice {
  if (!parts) return fallback;
  const [isFare, isSeats, isBags] = (['fare', 'seats', 'bags'] as const).map(
    (part) => Number(shown[part]) !== Number(parts[part]),
  );
  if (isFare) return isSeats || isBags ? 'this flight and your seats or bags' : 'this flight';
  if (isSeats && isBags) return 'your seats and bags';
  if (isSeats) return 'your seats';
  return isBags ? 'your bags' : fallback;
}
