import { brandKeyFromHost } from '@fareline/contracts/brand';
import { defaultBrand } from '@fareline/contracts/schemas';
import { findBrand } from '../brands/brand.repository.ts';
import type { AccountsConfig } from '../config.ts';
import type { Database, MailSite } from '../db/schema.ts';
import { getStaffOrigins } from '../users/staff-origins.ts';
import { isStaff, type UserRow } from '../users/user.repository.ts';

type Origins = Pick<AccountsConfig, 'SITE_ORIGIN' | 'ADMIN_ORIGIN'>;

/**
 * Where the links of a mail to a user lead. Links for administrators never lead to a brand's host, whose owner could read
 * their tokens: anyone can ask for a reset link on any host.
 */
export const getLinkOrigin = (
  config: Origins,
  user: { is_admin: boolean; is_support: boolean },
  { origin }: Pick<MailSite, 'origin'>,
): string => (isStaff(user) ? (getStaffOrigins(config)[0] as string) : origin);

/** The site at an origin; the one of `SITE_ORIGIN` when its host belongs to no brand any more. */
export async function findSite(
  { SITE_ORIGIN, ADMIN_ORIGIN }: Origins,
  db: Database,
  origin: string,
): Promise<MailSite> {
  const key = brandKeyFromHost(new URL(origin).hostname);
  const brand = key === undefined ? undefined : await findBrand(db, key);
  const isServed = brand !== undefined || [...SITE_ORIGIN, ADMIN_ORIGIN].includes(origin);
  return { brand: brand?.id ?? defaultBrand.id, origin: isServed ? origin : (SITE_ORIGIN[0] as string) };
}

/**
 * The site that a reset link leads to: the one on which the email address was verified, because anyone can ask for the link on
 * any host and the owner of a brand's host could read the token. An account that is not verified may have been made on a
 * brand's host by a stranger, so that its own site counts only for requests from there. The site of `SITE_ORIGIN` otherwise,
 * also when the host belongs to no brand any more. (HOST-03)
 */
export async function findResetSite(
  config: Origins,
  db: Database,
  user: UserRow,
  requested: MailSite,
): Promise<MailSite> {
  const { link_origin } = user;
  const main = config.SITE_ORIGIN[0] as string;
  const isTrusted = user.email_verified_at !== null || link_origin === requested.origin;
  const origin = getLinkOrigin(config, user, { origin: (isTrusted && link_origin) || main });
  return origin === requested.origin ? requested : findSite(config, db, origin);
}
