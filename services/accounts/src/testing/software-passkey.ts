import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** The options of `navigator.credentials`, as far as this authenticator reads them. */
interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

/** A byte string of CBOR (RFC 8949). */
const bytes = (data: Buffer) =>
  Buffer.concat([
    Buffer.from(data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 0xff]),
    data,
  ]);
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** An authenticator in software that makes one passkey and shows it (WebAuthn, ES256, attestation `none`). */
export function createSoftwarePasskey(origin = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x!, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y!, 'base64url')),
  ]);
  const createAuthData = (rpId: string, flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };
  const createClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const toCredential = (response: Record<string, string>) => ({
    ...{ id, rawId: id, type: 'public-key' as const },
    ...{ response, clientExtensionResults: {} },
  });
  return {
    /** Answers `navigator.credentials.create`. */
    create({ challenge, rp }: Options) {
      const clientData = createClientData('webauthn.create', challenge);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), credentialId, coseKey]);
      // User present, and attested data included.
      const authData = createAuthData(rp!.id!, 0x41, attested);
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(authData)],
      ]);
      return toCredential({
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestation),
      });
    },
    /** Answers `navigator.credentials.get`. */
    show({ challenge, rpId }: Options) {
      const clientData = createClientData('webauthn.get', challenge);
      const authData = createAuthData(rpId!, 0x01);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return toCredential({
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      });
    },
    /** Lets the counter fall behind, as that of a copied key does. */
    rewind: () => void (counter = 0),
  };
}
