import type { FastifyBaseLogger, LogLevel } from 'fastify';
import { createBrandSource, type BrandSource } from './brands/brand-source.ts';
import type { EdgeConfig } from './config.ts';
import type { ReleaseSource } from './releases/release-source.ts';

/** The dependencies that plugins and routes are given. */
export interface Deps {
  config: EdgeConfig;
  releaseSource: ReleaseSource;
  brandSource: BrandSource;
  /** Requests for static files are logged only when they fail. */
  staticLogLevel: LogLevel;
}

export const createDeps = (
  config: EdgeConfig,
  { releaseSource, log }: Pick<Deps, 'releaseSource'> & { log: FastifyBaseLogger },
): Deps => ({
  config,
  releaseSource,
  brandSource: createBrandSource(config.ACCOUNTS_URL, log),
  staticLogLevel: config.LOG_LEVEL === 'silent' ? 'silent' : 'warn',
});
