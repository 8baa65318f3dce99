/** Fields whose values are never logged. (MONEY-32) */
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

/** Deeper objects are not logged at all, because an object may contain itself. */
const maxDepth = 5;

/**
 * Returns the same object, or a copy with every secret field at any depth redacted; fields in `skipped` are left to their
 * serializers. Not done by the logger's wildcard redaction, which took as much time as a response to a cached search.
 */
export function redactSecrets(value: object, skipped: ReadonlySet<string> = new Set(), level = 1): object {
  let copy: Record<string, unknown> | undefined;
  for (const [name, entry] of Object.entries(value)) {
    const redacted = secrets.has(name) ? redactedText : skipped.has(name) ? entry : redactEntry(entry, level);
    if (redacted === entry) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = redacted;
  }
  return copy ?? value;
}

function redactEntry(entry: unknown, level: number): unknown {
  if (typeof entry !== 'object' || entry === null || 'toJSON' in entry) return entry;
  return level === maxDepth ? '[too deep]' : redactSecrets(entry, undefined, level + 1);
}
