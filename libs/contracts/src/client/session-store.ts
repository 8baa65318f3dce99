/** What this tab has stored under a key, which is untrusted input; undefined for nothing and where it cannot be read. */
export function readStored(key: string, what: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch (error) {
    console.warn(`could not read ${what} of this tab`, error);
    return undefined;
  }
}

/** Stores a value until the tab is closed or its user signs out; undefined removes it. */
export function writeStored(key: string, value: unknown, what: string): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`could not store ${what} for a reload`, error);
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string';
