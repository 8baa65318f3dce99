import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import type { Deps } from '../deps.ts';
import { executeOnce } from './call.ts';
import type { AcceptedCall, CallResponse } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { rateLimited, serverError } from './errors.ts';
import type { Fault } from './faults.ts';
import { closeConnection, sendResponse, sendMalformedResponse } from './respond.ts';

/** A call to which a fault applies. */
interface FaultedCall {
  deps: Deps;
  endpoint: Endpoint;
  acceptedCall: AcceptedCall;
  fault: Fault;
  reply: FastifyReply;
}

/** Marks the idempotency key as in use while `work` runs, so that a second call with the key gets 409. */
async function withKeyInProgress<T>({ deps, acceptedCall }: FaultedCall, work: () => Promise<T>): Promise<T> {
  const { scopedKey } = acceptedCall;
  if (scopedKey !== null) deps.inProgress.add(scopedKey);
  try {
    return await work();
  } finally {
    if (scopedKey !== null) deps.inProgress.delete(scopedKey);
  }
}

/** Ignores the abort of a late commit when the server stops first; the call is then not executed. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

function executeCall(
  { deps, endpoint, acceptedCall }: FaultedCall,
  override?: { status: number; body: unknown },
): CallResponse {
  return executeOnce(deps, endpoint, acceptedCall, override);
}

function sendAndGetStatus({ reply, acceptedCall }: FaultedCall, response: CallResponse): number {
  sendResponse(reply, acceptedCall.call, response);
  return response.status;
}

function buildFaultResponse({ fault, acceptedCall }: FaultedCall): CallResponse {
  const status = fault.status ?? 500;
  const body = fault.body ?? { error: (status === 429 ? rateLimited() : serverError()).body };
  return { status, body, replayed: false, originalRequest: acceptedCall.call.requestId };
}

async function commitLate(faultedCall: FaultedCall): Promise<void> {
  const { fault, deps } = faultedCall;
  await withKeyInProgress(faultedCall, async () => {
    await delay(fault.delayMs ?? fault.latencyMs, undefined, { signal: deps.closing });
    executeCall(faultedCall);
  }).catch(ignoreAbort);
}

async function respondAfterDelay(faultedCall: FaultedCall): Promise<number> {
  const { fault, deps } = faultedCall;
  const response = await withKeyInProgress(faultedCall, async () => {
    await delay(fault.latencyMs, undefined, { signal: deps.closing });
    return executeCall(faultedCall);
  });
  return sendAndGetStatus(faultedCall, response);
}

function sendMalformed(faultedCall: FaultedCall, response: CallResponse): number {
  sendMalformedResponse(faultedCall.reply, response);
  return response.status;
}

function dropConnection({ reply }: FaultedCall): null {
  closeConnection(reply);
  return null;
}

function leaveUnanswered({ reply }: FaultedCall): null {
  reply.hijack();
  return null;
}

/** Applies a fault to a call. Returns the status of the sent response, null if none was sent. */
export async function applyFault(faultedCall: FaultedCall): Promise<number | null> {
  const { fault } = faultedCall;
  switch (fault.kind) {
    case 'latency':
      return respondAfterDelay(faultedCall);
    case 'status': {
      const response = buildFaultResponse(faultedCall);
      // Stripe stores a 500 under the idempotency key; other statuses come from infrastructure in front of its API.
      return sendAndGetStatus(
        faultedCall,
        response.status === 500 ? executeCall(faultedCall, response) : response,
      );
    }
    case 'malformed':
      return sendMalformed(faultedCall, { ...buildFaultResponse(faultedCall), status: fault.status ?? 200 });
    case 'hang':
      return leaveUnanswered(faultedCall);
    case 'drop':
      return dropConnection(faultedCall);
    case 'commit_and_drop':
      executeCall(faultedCall);
      return dropConnection(faultedCall);
    case 'commit_and_hang':
      executeCall(faultedCall);
      return leaveUnanswered(faultedCall);
    case 'commit_and_malformed':
      return sendMalformed(faultedCall, executeCall(faultedCall));
    case 'commit_and_status':
      executeCall(faultedCall);
      return sendAndGetStatus(faultedCall, buildFaultResponse(faultedCall));
    case 'commit_late':
      void commitLate(faultedCall);
      return fault.status === undefined || fault.status === 0
        ? dropConnection(faultedCall)
        : sendAndGetStatus(faultedCall, buildFaultResponse(faultedCall));
  }
}
