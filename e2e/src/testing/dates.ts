/** The date `days` days from today, as `yyyy-MM-dd`. */
export function getDayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The date of birth, as `yyyy-MM-dd`, of a passenger who turned `age` half a year ago, and so keeps this age for trips in the next months. */
export function getBirthDate(age: number): string {
  const birth = new Date(Date.now() - 180 * 86_400_000);
  birth.setUTCFullYear(birth.getUTCFullYear() - age);
  return birth.toISOString().slice(0, 10);
}
