/** The origins of site and administration in the harness. */
export const siteOrigin = 'http://localhost:3000';
export const adminOrigin = 'http://admin.localhost:3000';

/** What a proxy tells of a request of the administration's pages. */
export const toAdministration = { origin: adminOrigin, 'x-forwarded-host': new URL(adminOrigin).host };
