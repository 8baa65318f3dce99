import type { User } from '@fareline/contracts';
import { readBrandKey } from '@fareline/service-kit/http/brand-header';
import { getOrCreateVisitorId, readVisitorId } from '@fareline/service-kit/http/visitor-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** Who sent a request, as it is stored with payments, idempotency keys and bookings. (ACCESS-04, ACCESS-06) */
export interface Requester {
  /** Keyed hash of the visitor cookie. */
  visitor_hash: string | null;
  user_id: string | null;
}

export interface Visitor extends Requester {
  visitor_hash: string;
  brand: string;
  /** What declines are counted for: the user, or the visitor without a session. */
  declineSubject: string;
  ipAddress: string;
}

/** A row of a visitor, or of the user who was signed in. */
type OwnedRow = Pick<Visitor, 'user_id' | 'visitor_hash'>;

/** Whether the requester has the visitor cookie of the row. */
export const isSameVisitor = (row: OwnedRow, requester: Requester): boolean =>
  row.visitor_hash === requester.visitor_hash;

/**
 * Whether a row belongs to the requester. If both have a user, it has to be the same one, in any browser;
 * otherwise the visitor cookie has to be the same, before and after signing in or out. (ACCESS-04)
 */
export const belongsTo = (row: OwnedRow, requester: Requester): boolean =>
  row.user_id !== null && requester.user_id !== null
    ? row.user_id === requester.user_id
    : isSameVisitor(row, requester);

const hashVisitorId = ({ hasher }: Deps, id: string): string => hasher.hash('visitor', id);

export function readRequester(deps: Deps, request: FastifyRequest, user: User | null): Requester {
  const id = readVisitorId(request, deps.config.SITE_ORIGIN);
  return { visitor_hash: id === undefined ? null : hashVisitorId(deps, id), user_id: user?.id ?? null };
}

/** Identifies the visitor by the visitor cookie, which is set when missing. (ACCESS-04) */
export function getOrCreateVisitor(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User | null,
): Visitor {
  const id = getOrCreateVisitorId(request, reply, deps.config.SITE_ORIGIN);
  return {
    visitor_hash: hashVisitorId(deps, id),
    user_id: user?.id ?? null,
    brand: readBrandKey(request),
    declineSubject: user ? `user:${user.id}` : `visitor:${id}`,
    ipAddress: request.ip,
  };
}
