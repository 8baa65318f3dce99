import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  readSessionToken,
  sessionIssuer,
  sessionLifetimeSeconds,
  type SessionClaims,
} from '@fareline/service-kit';
import { calculateJwkThumbprint, exportJWK, SignJWT, type JSONWebKeySet } from 'jose';

export interface SessionTokens {
  sign(claims: SessionClaims): Promise<string>;
  read(token: string): Promise<SessionClaims | undefined>;
  /** What other services check signatures with. */
  publicKeys: JSONWebKeySet;
}

/** Signs sessions with the service's ES256 key (RFC 7519, RFC 7518). */
export async function createSessionTokens(privateKeyPem: string): Promise<SessionTokens> {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    sign: ({ sessionId, userId }) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(sessionIssuer)
        .setSubject(userId)
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(`${sessionLifetimeSeconds}s`)
        .sign(privateKey),
    read: (token) => readSessionToken(token, async () => publicKey),
    publicKeys: { keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] },
  };
}
