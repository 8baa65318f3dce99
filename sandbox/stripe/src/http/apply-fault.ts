import { applyFault, type Fault } from '@fareline/sandbox-kit';
import type { FastifyReply } from 'fastify';

import { executeOnce } from './call.ts';
import type { AcceptedCall, CallResponse } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { rateLimited, serverError } from './errors.ts';
import { sendResponse } from './respond.ts';

/** Builds the response of a fault; undefined closes the connection. */
function buildFaultResponse(
  fault: Fault,
  endpoint: Endpoint,
  acceptedCall: AcceptedCall,
): CallResponse | undefined {
  if (fault.kind === 'commit_late' && fault.status === undefined) return undefined;
  const status = fault.status ?? 500;
  const body = fault.body ?? { error: (status === 429 ? rateLimited() : serverError()).body };
  // Stripe stores a 500 under the idempotency key; other statuses come from infrastructure in front of its API.
  if (fault.kind === 'status' && status === 500) return executeOnce(endpoint, acceptedCall, { status, body });
  return { status, body, replayed: false, originalRequest: acceptedCall.call.requestId };
}

/** Responds to a call as its fault requires. Until a delayed call is executed, its idempotency key is in use. */
export async function respondWithFault(
  fault: Fault,
  endpoint: Endpoint,
  acceptedCall: AcceptedCall,
  reply: FastifyReply,
): Promise<void> {
  const { call, context, scopedKey } = acceptedCall;
  const isDelayed = fault.kind === 'latency' || fault.kind === 'commit_late';
  if (isDelayed && scopedKey !== null) context.keysInProgress.add(scopedKey);
  await applyFault<CallResponse>(fault, {
    reply,
    closing: context.closing,
    execute: () => {
      if (scopedKey !== null) context.keysInProgress.delete(scopedKey);
      return executeOnce(endpoint, acceptedCall);
    },
    buildResponse: () => buildFaultResponse(fault, endpoint, acceptedCall),
    send: (response) => void sendResponse(reply, call, response),
  });
}
