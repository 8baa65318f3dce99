import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { addFactor, challengeFactor, showFactor, type FactorPreparation } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';

/** Whether this browser knows passkeys. */
export const hasPasskeys = browserSupportsWebAuthn;

/** Asks the browser for a passkey of the user and shows it to the service. Throws the browser's error when it is not given. */
export async function showPasskey() {
  const { options } = await call(challengeFactor, { body: {} });
  const credential = await startAuthentication({ optionsJSON: options as never });
  return call(showFactor, { body: { kind: 'passkey', credential: { ...credential } as never } });
}

/** Has the browser make a passkey and adds it to the user's factors. */
export async function createPasskey({ options }: FactorPreparation, name: string, token: string | undefined) {
  const credential = await startRegistration({ optionsJSON: options as never });
  return call(addFactor, { body: { kind: 'passkey', name, token, credential: { ...credential } as never } });
}
