/** By key: a brand's id or its domain. Without its markup. (API-71) */
export const getBrand = { method: 'GET', path: '/api/brands/:brand' } as const;

/**
 * SHA-256 in hex of all brand keys (ids and domains), with which the edge knows without a call that a host has no brand. Not the
 * keys, because a list of them would tell any client who all the customers are.
 */
export const listBrandKeyHashes = { method: 'GET', path: '/api/brands' } as const;

/** For the brand manager; administrators only. (ADMIN-16) */
export const listBrands = { method: 'GET', path: '/api/admin/brands' } as const;

/** Creates or replaces a brand; an invalid value is rejected with the reason. All but another look needs a recent password. Administrators only. (API-82, ADMIN-16, ACCOUNT-06) */
export const saveBrand = { method: 'PUT', path: '/api/admin/brands/:brand' } as const;

/** All brands with their markups, for services and for the process that prerenders their pages. */
export const listKnownBrands = { method: 'GET', path: '/internal/brands' } as const;
