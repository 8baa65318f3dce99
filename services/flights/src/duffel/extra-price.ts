import { parseMinor } from '@fareline/contracts';

/**
 * Minor units of what the airline takes for a seat, a bag or a change. Undefined for an invalid amount, and
 * for a negative one, which would lower the total. (PROVIDER-11)
 */
export function parseExtraPrice(
  amount: string | null | undefined,
  currency: string | null | undefined,
): number | undefined {
  const minor = amount && currency ? parseMinor(amount, currency) : undefined;
  return minor !== undefined && minor >= 0 ? minor : undefined;
}
