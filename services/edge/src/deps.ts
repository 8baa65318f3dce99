import type { BrandKeys } from '@fareline/service-kit/brand-keys';
import type { FastifyBaseLogger, LogLevel } from 'fastify';
import { createBrandSource, type BrandSource } from './brands/brand-source.ts';
import type { EdgeConfig } from './config.ts';
import type { ReleaseSource } from './releases/release-source.ts';

export interface Deps {
  config: EdgeConfig;
  releaseSource: ReleaseSource;
  brandSource: BrandSource;
  /** Requests for static files are logged only when they fail. */
  staticLogLevel: LogLevel;
}

export const createDeps = (
  config: EdgeConfig,
  {
    releaseSource,
    hasBrand,
    log,
  }: Pick<Deps, 'releaseSource'> & { hasBrand: BrandKeys; log: FastifyBaseLogger },
): Deps => ({
  config,
  releaseSource,
  brandSource: createBrandSource(config.ACCOUNTS_URL, hasBrand, log),
  staticLogLevel: config.LOG_LEVEL === 'silent' ? 'silent' : 'warn',
});
