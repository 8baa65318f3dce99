import type { HasBrand } from '@fareline/service-kit/http/brand-host-check';
import type { ReleaseStorage } from '@fareline/releases/storage';
import type { FastifyBaseLogger, LogLevel } from 'fastify';
import { createBrandSource, type BrandSource } from './brands/brand-source.ts';
import type { EdgeConfig } from './config.ts';
import type { ReleaseSource } from './releases/release-source.ts';

export interface Deps {
  config: EdgeConfig;
  releaseStorage: ReleaseStorage;
  releaseSource: ReleaseSource;
  brandSource: BrandSource;
  /** Requests for static files are logged only when they fail. */
  staticLogLevel: LogLevel;
}

export const createDeps = (
  config: EdgeConfig,
  {
    hasBrand,
    log,
    ...created
  }: Pick<Deps, 'releaseSource' | 'releaseStorage'> & { hasBrand: HasBrand; log: FastifyBaseLogger },
): Deps => ({
  ...created,
  config,
  brandSource: createBrandSource(config.ACCOUNTS_URL, hasBrand, log),
  staticLogLevel: config.LOG_LEVEL === 'silent' ? 'silent' : 'warn',
});
