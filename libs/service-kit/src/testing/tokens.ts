import { createHmac, sign, type KeyObject } from 'node:crypto';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Creates a JSON Web Token with any header and payload, valid or not. The key must match `header.alg`; with `none` or without
 * a key there is no signature.
 */
export function createToken(
  header: { alg: 'ES256' | 'RS256' | 'HS256' | 'none'; [name: string]: unknown },
  payload: unknown,
  key?: KeyObject | string,
): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createSignature(header.alg, input, key)}`;
}

function createSignature(alg: string, input: string, key?: KeyObject | string): string {
  if (key === undefined || alg === 'none') return '';
  if (alg === 'HS256') return createHmac('sha256', key).update(input).digest('base64url');
  if (typeof key === 'string') throw new Error(`${alg} is signed with a key object`);
  return sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

/** The header and claims of a token, not verified. */
export const decodeToken = (
  token: string,
): { header: Record<string, unknown>; claims: Record<string, unknown> } => {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return { header, claims };
};
