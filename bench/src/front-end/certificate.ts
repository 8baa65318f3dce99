import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../programs.ts';

export interface Certificate {
  key: Buffer;
  cert: Buffer;
  /** By which a browser can be told to trust this one: an untrusted page is not kept in its cache. */
  fingerprint: string;
}

/** A certificate for localhost that lives as long as this run. */
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
