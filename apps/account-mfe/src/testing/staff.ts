import { currentUser, type AnyEndpoint } from '@fareline/contracts';
import * as contracts from '@fareline/contracts/services';
import { sampleUser } from '@fareline/contracts/testing';
import { errorResponse, respondTo } from '@fareline/tools/fake-server';
import routes from '../routes.ts';
import { administrator, signedOut } from './harness.tsx';

export const staffRoutes = routes.filter(({ path }) => path.startsWith('/admin'));
/** All others are for administrators alone. */
const supportPaths = ['/admin/bookings', '/admin/bookings/:id', '/admin/daily-close', '/admin/security'];

const users = {
  nobody: signedOut,
  traveller: () => ({ body: sampleUser() }),
  support: () => ({ body: sampleUser({ isSupport: true }) }),
  administrator,
};
type Role = keyof typeof users;
export const roles = Object.keys(users) as Role[];

const staffEndpoints = Object.values(contracts).flatMap((contract) =>
  'access' in contract && (contract.access === 'support' || contract.access === 'admin') ? [contract] : [],
);
const mayAsk = (role: Role, access: string) =>
  role === 'administrator' || (role === 'support' && access === 'support');
export const mayOpen = (role: Role, path: string) =>
  mayAsk(role, supportPaths.includes(path) ? 'support' : 'admin');

/** Who may ask is answered that nothing works, which a screen says itself. */
function answer(role: Role, access: string) {
  if (mayAsk(role, access)) return errorResponse('INTERNAL_ERROR');
  return errorResponse(role === 'nobody' ? 'NOT_AUTHENTICATED' : 'FORBIDDEN');
}

/** Signs the role in; each endpoint of staff answers by who may ask it. */
export function signInAs(role: Role): void {
  respondTo(currentUser, users[role]);
  for (const endpoint of staffEndpoints)
    respondTo<AnyEndpoint>(endpoint, () => answer(role, endpoint.access));
}
