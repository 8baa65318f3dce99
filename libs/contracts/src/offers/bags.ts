import type { IncludedBags } from './offer.schema.ts';

const formatCount = (count: number, kind: string): string[] =>
  count === 0 ? [] : [`${count} ${kind} ${count === 1 ? 'bag' : 'bags'}`];

/**
 * "1 cabin bag and 1 checked bag included for each traveller"; undefined if no bag is known to be included. `passengers` are
 * those of an offer or a booking. (D63)
 */
export function describeIncludedBags(
  bags: IncludedBags | undefined,
  passengers: readonly { type: string }[],
): string | undefined {
  const counts = bags ? [...formatCount(bags.cabin, 'cabin'), ...formatCount(bags.checked, 'checked')] : [];
  if (counts.length === 0) return undefined;
  const included = `${counts.join(' and ')} included`;
  if (passengers.length < 2) return included;
  const hasInfant = passengers.some(({ type }) => type.startsWith('infant'));
  return `${included} for each traveller${hasInfant ? ' with a seat' : ''}`;
}
