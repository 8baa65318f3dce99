import type { AccountsConfig } from '../config.ts';
import type { MailSite } from '../db/schema.ts';

/**
 * Where the links of a mail to a user lead. Links for administrators never lead to a brand's host, whose owner could read
 * their tokens: anyone can ask for a reset link on any host.
 */
export const getLinkOrigin = (
  { SITE_ORIGIN }: Pick<AccountsConfig, 'SITE_ORIGIN'>,
  user: { is_admin: boolean; is_support: boolean },
  { origin }: Pick<MailSite, 'origin'>,
): string => (user.is_admin || user.is_support ? (SITE_ORIGIN[0] as string) : origin);
