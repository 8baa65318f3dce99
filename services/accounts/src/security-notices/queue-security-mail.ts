import { toClientNetwork } from '@fareline/service-kit/limits/client';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/schema.ts';
import { isKnownClient, rememberClient } from '../limits/password-attempts.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { describeDevice } from './describe-device.ts';

/** Where a request comes from, in words. */
export const describeOrigin = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>) => ({
  device: describeDevice(headers['user-agent']),
  network: toClientNetwork(ip),
});

interface SecurityNotice {
  subject: string;
  /** What was done; the device follows it. */
  sentence: string;
}

/** Queues the mail that tells a member of staff what was done to their account, in its transaction, and returns its id. (GUARD-03) */
export async function queueSecurityMail(
  trx: Database,
  request: FastifyRequest,
  userId: string,
  { subject, sentence }: SecurityNotice,
): Promise<string> {
  const { device, network } = describeOrigin(request);
  const security = { subject, sentence: `${sentence} It was done with ${device}, from ${network}.` };
  const site = await readMailSite(request);
  return insertMail(trx, { kind: 'staff-security', subject: userId, ...site, security });
}

/**
 * Whether the password of a member of staff is entered on a device for the first time in 90 days; then it is known. Call it in a
 * transaction that has locked the user's row.
 */
export async function isNewDevice(trx: Database, request: FastifyRequest, userId: string): Promise<boolean> {
  const { device, network } = describeOrigin(request);
  const known = { kind: 'known device', subject: `${userId} ${device} ${network}` };
  const isKnown = await isKnownClient(trx, known);
  await rememberClient(trx, known);
  return !isKnown;
}
