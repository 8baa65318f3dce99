import type { RowKeys } from '@fareline/service-kit/db/row-keys';
import { createMailer, type SendMail } from '@fareline/service-kit/mail';
import type { ReleaseStorage } from '@fareline/releases/storage';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { AccountsConfig } from './config.ts';
import type { Database } from './db/schema.ts';

/** Enqueues the job of a row after the row is committed. Returns at once and never throws: the sweep finds rows whose job was lost. */
export interface Enqueue {
  mail(mailId: string): void;
}

export interface Deps {
  config: AccountsConfig;
  db: Database;
  /** The keys of the saved travellers. */
  rowKeys: RowKeys;
  sendMail: SendMail;
  log: FastifyBaseLogger;
  enqueue: Enqueue;
  /** Without it administrators cannot change releases. */
  releaseStorage: ReleaseStorage | undefined;
}

export const createDeps = (
  config: AccountsConfig,
  { metrics, ...created }: Omit<Deps, 'config' | 'sendMail'> & { metrics: FastifyInstance['metrics'] },
): Deps => ({
  ...created,
  config,
  sendMail: createMailer(config, metrics),
});
