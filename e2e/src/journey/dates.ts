/** The day so many days from today, `yyyy-MM-dd`. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** A birth date that makes somebody so many years old half a year ago, and so for a trip of the next months too. */
export function bornYearsAgo(years: number): string {
  const birth = new Date(Date.now() - 180 * 86_400_000);
  birth.setUTCFullYear(birth.getUTCFullYear() - years);
  return birth.toISOString().slice(0, 10);
}
