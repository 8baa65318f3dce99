import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { User } from '@fareline/contracts';
import type { AccountsConfig } from '../config.ts';
import { getStaffOrigins } from '../users/staff-origins.ts';

type Origins = Pick<AccountsConfig, 'SITE_ORIGIN' | 'ADMIN_ORIGIN'>;

export interface Passkey {
  credential_id: string;
  /** COSE key in base64url. */
  public_key: string;
  counter: number;
}

const getRelyingPartyId = (config: Origins) => new URL(getStaffOrigins(config)[0]!).hostname;

/** EdDSA, ES256 and RS256 (COSE): every authenticator has one of them, and every version of Node verifies them. */
const algorithms = [-8, -7, -257] as const;

/** The password was entered before, so that a security key without PIN or fingerprint is enough. */
const userVerification = 'preferred';

const toCredentials = (ids: readonly string[]) => ids.map((id) => ({ id }));

/** The options with which a browser makes a passkey; `existing` ids are on keys that it must not use again. */
export const createRegistrationOptions = (
  config: Origins,
  user: Pick<User, 'id' | 'username'>,
  existing: readonly string[],
) =>
  generateRegistrationOptions({
    rpName: 'Administration',
    rpID: getRelyingPartyId(config),
    userName: user.username,
    userDisplayName: user.username,
    userID: Uint8Array.from(Buffer.from(user.id)),
    excludeCredentials: toCredentials(existing),
    supportedAlgorithmIDs: [...algorithms],
    authenticatorSelection: { residentKey: 'discouraged', userVerification },
  });

/** The options with which a browser shows one of a user's passkeys. */
export const createAuthenticationOptions = (config: Origins, ids: readonly string[]) =>
  generateAuthenticationOptions({
    rpID: getRelyingPartyId(config),
    allowCredentials: toCredentials(ids),
    userVerification,
  });

/** What the answer of a browser has to fit. */
const toExpected = (config: Origins, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...getStaffOrigins(config)],
  expectedRPID: getRelyingPartyId(config),
  requireUserVerification: false,
});

/** The library throws for each kind of wrong answer. */
const orUndefined = <T>(verification: Promise<T>): Promise<T | undefined> =>
  verification.catch(() => undefined);

/** The passkey that a browser has made for a challenge; undefined for a wrong answer. */
export async function verifyRegistration(
  config: Origins,
  challenge: string,
  credential: unknown,
): Promise<Passkey | undefined> {
  const response = credential as RegistrationResponseJSON;
  const result = await orUndefined(
    verifyRegistrationResponse({
      ...toExpected(config, challenge),
      response,
      supportedAlgorithmIDs: [...algorithms],
    }),
  );
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * The new counter of a passkey that a browser has shown for a challenge; undefined for a wrong answer, also for one of a copied key, whose
 * counter does not rise (WebAuthn, 6.1.1).
 */
export async function verifyAuthentication(
  config: Origins,
  challenge: string,
  credential: unknown,
  { credential_id: id, public_key, counter }: Passkey,
): Promise<number | undefined> {
  const response = credential as AuthenticationResponseJSON;
  const publicKey = Uint8Array.from(Buffer.from(public_key, 'base64url'));
  const result = await orUndefined(
    verifyAuthenticationResponse({
      ...toExpected(config, challenge),
      response,
      credential: { id, publicKey, counter },
    }),
  );
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}
