export * from './app-error.ts';
export * from './brand-keys.ts';
export * from './call-with-limits.ts';
export * from './config.ts';
export * from './db/database.ts';
export * from './db/database-command.ts';
export * from './db/is-uuid.ts';
export * from './db/migrate.ts';
export { hashCredential } from './hash-credential.ts';
export { toAppError } from './http/error-handler.ts';
export { addGauge } from './http/gauge.ts';
export { pageErrorHandler } from './http/error-page.ts';
export { getErrorStatuses, registerRoute } from './http/register-route.ts';
export { routePlugin } from './http/route-plugin.ts';
export { buildServer } from './http/server.ts';
export { declareAccess } from './http/access.ts';
export type { Load } from './http/overload.ts';
export { brandHeader, readBrandKey } from './http/brand-header.ts';
export { clearVisitorCookie, getOrCreateVisitorId, readVisitorId } from './http/visitor-cookie.ts';
export { createBrandHostCheck } from './http/brand-host-check.ts';
export * from './jobs/define-job.ts';
export * from './jobs/jobs.ts';
export * from './known-brands.ts';
export * from './limits/attempts.ts';
export * from './limits/client.ts';
export { concurrency } from './limits/concurrency.ts';
export { createMinuteLimit } from './limits/memory-window.ts';
export { perWindow, type Reached } from './limits/per-window.ts';
export * from './loading-cache.ts';
export * from './mail.ts';
export * from './mode-clients.ts';
export * from './redis.ts';
export * from './request-context.ts';
export * from './require-non-evicting-redis.ts';
export * from './run-service.ts';
export * from './service-client.ts';
export * from './sessions/remote-sessions.ts';
export * from './sessions/session-cookie.ts';
export {
  readUser,
  sessions,
  requireUser,
  type SessionClaims,
  type SessionOptions,
  type SigningKey,
} from './sessions/session-plugin.ts';
export * from './with-timeout.ts';
