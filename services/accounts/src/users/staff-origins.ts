import type { AccountsConfig } from '../config.ts';

type Origins = Pick<AccountsConfig, 'SITE_ORIGIN' | 'ADMIN_ORIGIN'>;

/** The origins on which staff sign in; passkeys belong to the host of the first one. */
export const getStaffOrigins = ({ SITE_ORIGIN, ADMIN_ORIGIN }: Origins): readonly string[] =>
  ADMIN_ORIGIN ? [ADMIN_ORIGIN] : SITE_ORIGIN;

/** Names that lead to this machine alone (RFC 6761, 6.3), and its loopback addresses. */
const isLocal = (origin: string) =>
  /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname);

/** Whether no member of staff gets in without a second factor: everywhere but on a site of this machine, by the setting. (GUARD-03) */
export const isFactorRequired = (config: Origins): boolean =>
  ![...config.SITE_ORIGIN, ...getStaffOrigins(config)].every(isLocal);
