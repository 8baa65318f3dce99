import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../programs.ts';

export interface Certificate {
  key: Buffer;
  cert: Buffer;
  /** For the Chromium option that trusts this certificate: pages with untrusted certificates are not cached. */
  fingerprint: string;
}

/** Creates a self-signed certificate for localhost, for this run only. */
export async function createCertificate(): Promise<Certificate> {
  const folder = await createTemporaryFolder('certificate');
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  const cert = await readFile(certFile);
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return {
    key: await readFile(keyFile),
    cert,
    fingerprint: createHash('sha256').update(publicKey).digest('base64'),
  };
}
