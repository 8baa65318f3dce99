/** Whether a page is for staff: where the administration has an origin of its own, it is there alone. (GUARD-10) */
export const isStaffPath = (path: string): boolean => /^\/admin(?:[-/]|$)/i.test(path);
