const unreachableCodes = new Set([
  ...['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT'],
  ...['57P03', '53300'],
]);

/** Messages of errors of the PostgreSQL client, which have no code. */
const unreachableMessages = /^(timeout exceeded when trying to connect|Connection terminated)/;

/** A sentence for an error of the connection of a setting that an operator can correct; undefined for any other error. */
export function describeDatabaseError(error: unknown, setting = 'DATABASE_URL'): string | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === '3D000')
    return `The database of ${setting} does not exist: create it, or set ${setting} to another one.`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL does not accept the user and password of ${setting}: correct them.`;
  if (unreachableCodes.has(String(code)) || unreachableMessages.test(String(message)))
    return `PostgreSQL cannot be reached: start it, or set ${setting} to a server that accepts connections.`;
  return undefined;
}
