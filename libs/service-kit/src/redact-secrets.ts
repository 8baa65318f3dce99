/** Names whose values never reach a log. (D5, MONEY-32) */
export const secretFields: readonly string[] = [
  'number',
  'cvv',
  'cardDetails',
  'card',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'session_token',
  'sessionToken',
  'passportNumber',
  'unique_identifier',
  'authorization',
  'cookie',
  'set-cookie',
  'x-service-credential',
  'idempotency-key',
  'client_secret',
];

export const redactedText = '[removed]';

const secrets = new Set(secretFields);

/** What lies deeper is not logged at all: nothing of ours does, and an object may point back to itself. */
const maxDepth = 5;

/**
 * The same object, or a copy of it without its secrets, however deep they stand; the values named as `whole` are left to
 * their serializers. Our own walk: the logger's redaction by wildcards cost as much as answering a cached search.
 */
export function redactSecrets(value: object, whole: ReadonlySet<string> = new Set(), level = 1): object {
  let copy: Record<string, unknown> | undefined;
  for (const [name, entry] of Object.entries(value)) {
    const kept = secrets.has(name) ? redactedText : whole.has(name) ? entry : redactEntry(entry, level);
    if (kept === entry) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = kept;
  }
  return copy ?? value;
}

function redactEntry(entry: unknown, level: number): unknown {
  if (typeof entry !== 'object' || entry === null || 'toJSON' in entry) return entry;
  return level === maxDepth ? '[deeper]' : redactSecrets(entry, undefined, level + 1);
}
