import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import type { Sandbox } from '../sandbox.ts';
import { perform } from './call.ts';
import type { Admitted, Answer, Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { rateLimited, serverError } from './errors.ts';
import type { Fault } from './faults.ts';
import { drop, respond, respondMalformed } from './respond.ts';

type Run = (instead?: { status: number; body: unknown }) => Answer;

/** While a call waits, a second one with the same key is told that the first is still running. */
async function holdingKey<T>(sandbox: Sandbox, admitted: Admitted, work: () => Promise<T>): Promise<T> {
  const { scopedKey } = admitted;
  if (scopedKey !== null) sandbox.inProgress.add(scopedKey);
  try {
    return await work();
  } finally {
    if (scopedKey !== null) sandbox.inProgress.delete(scopedKey);
  }
}

function statusAnswer(fault: Fault, call: Call): Answer {
  const status = fault.status ?? 500;
  const body = fault.body ?? { error: (status === 429 ? rateLimited() : serverError()).body };
  return { status, body, replayed: false, originalRequest: call.requestId };
}

/** A 500 comes from Stripe's own code, so its key remembers it; the others come from what stands before it. */
function answerStatus(reply: FastifyReply, call: Call, fault: Fault, run: Run): number {
  const answer = statusAnswer(fault, call);
  const given = answer.status === 500 ? run(answer) : answer;
  respond(reply, call, given);
  return given.status;
}

/** A server that stops before the late moment has not done the work; that is what the caller finds. */
function neverCommitted(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

/** Answers a call that a fault hits. Gives the status that went out, null where none did. */
export async function answerWithFault(
  sandbox: Sandbox,
  endpoint: Endpoint,
  admitted: Admitted,
  fault: Fault,
  reply: FastifyReply,
): Promise<number | null> {
  const { call } = admitted;
  const run: Run = (instead) => perform(sandbox, endpoint, admitted, instead);
  switch (fault.kind) {
    case 'hang':
      reply.hijack();
      return null;
    case 'status':
      return answerStatus(reply, call, fault, run);
    case 'latency': {
      const answer = await holdingKey(sandbox, admitted, async () => {
        await delay(fault.latencyMs, undefined, { signal: sandbox.closing });
        return run();
      });
      respond(reply, call, answer);
      return answer.status;
    }
    case 'malformed': {
      const answer = run();
      respondMalformed(reply, answer);
      return answer.status;
    }
    case 'commit_and_drop':
      run();
      drop(reply);
      return null;
    case 'commit_late': {
      void holdingKey(sandbox, admitted, async () => {
        await delay(fault.latencyMs, undefined, { signal: sandbox.closing });
        run();
      }).catch(neverCommitted);
      if (fault.status === undefined) {
        drop(reply);
        return null;
      }
      const answer = statusAnswer(fault, call);
      respond(reply, call, answer);
      return answer.status;
    }
  }
}
