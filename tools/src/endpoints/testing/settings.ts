/** The origin of the site in the harness. */
export const siteOrigin = 'http://localhost:3000';
