import { daysBetween, formatDateWithWeekday } from '@fareline/presentation/formats';

/** The length of a trip in words: "7 nights", "1 night" or "back on the same day". */
export function formatTripLength(departureDate: string, returnDate: string): string {
  const nights = daysBetween(departureDate, returnDate);
  if (nights === 0) return 'back on the same day';
  return nights === 1 ? '1 night' : `${nights} nights`;
}

/** "Sat, Dec 5 to Sat, Dec 12, 7 nights"; undefined without a departure. */
export function describeTrip(
  departureDate: string | undefined,
  returnDate: string | undefined,
): string | undefined {
  if (!departureDate) return undefined;
  const departure = formatDateWithWeekday(departureDate);
  if (!returnDate) return departure;
  return `${departure} to ${formatDateWithWeekday(returnDate)}, ${formatTripLength(departureDate, returnDate)}`;
}
