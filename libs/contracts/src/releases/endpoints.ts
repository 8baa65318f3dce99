/** The front ends with their versions, candidates, errors and history. Administrators only. */
export const listReleases = { method: 'GET', path: '/api/admin/releases' } as const;

/** Changes which version of a front end visitors get, if it is still as the administrator saw it. Administrators only. */
export const changeRelease = { method: 'POST', path: '/api/admin/releases/:name' } as const;
