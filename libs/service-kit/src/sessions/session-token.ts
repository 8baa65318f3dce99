import { jwtVerify, type JWTVerifyGetKey } from 'jose';

export const sessionIssuer = 'accounts';

export interface SessionClaims {
  sessionId: string;
  userId: string;
}

/** The claims of a well-signed, unexpired session token, else undefined. Says nothing about sign-out: the accounts service knows. */
export async function readSessionToken(
  token: string,
  key: JWTVerifyGetKey,
): Promise<SessionClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { issuer: sessionIssuer, algorithms: ['ES256'] });
    if (!payload.jti || !payload.sub) return undefined;
    return { sessionId: payload.jti, userId: payload.sub };
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return undefined;
    throw error;
  }
}
