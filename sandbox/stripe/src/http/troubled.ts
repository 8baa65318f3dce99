import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import type { Sandbox } from '../sandbox.ts';
import { perform } from './call.ts';
import type { Admitted, Answer } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { rateLimited, serverError } from './errors.ts';
import type { Fault } from './faults.ts';
import { drop, respond, respondMalformed } from './respond.ts';

/** A call that a fault hits. */
interface Troubled {
  sandbox: Sandbox;
  endpoint: Endpoint;
  admitted: Admitted;
  fault: Fault;
  reply: FastifyReply;
}

/** While a call waits, a second one with the same key is told that the first is still running. */
async function holdingKey<T>({ sandbox, admitted }: Troubled, work: () => Promise<T>): Promise<T> {
  const { scopedKey } = admitted;
  if (scopedKey !== null) sandbox.inProgress.add(scopedKey);
  try {
    return await work();
  } finally {
    if (scopedKey !== null) sandbox.inProgress.delete(scopedKey);
  }
}

/** A server that stops before the late moment has not done the work; that is what the caller finds. */
function neverCommitted(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

function run({ sandbox, endpoint, admitted }: Troubled, instead?: { status: number; body: unknown }): Answer {
  return perform(sandbox, endpoint, admitted, instead);
}

function send({ reply, admitted }: Troubled, answer: Answer): number {
  respond(reply, admitted.call, answer);
  return answer.status;
}

function faultAnswer({ fault, admitted }: Troubled): Answer {
  const status = fault.status ?? 500;
  const body = fault.body ?? { error: (status === 429 ? rateLimited() : serverError()).body };
  return { status, body, replayed: false, originalRequest: admitted.call.requestId };
}

async function commitLate(troubled: Troubled): Promise<void> {
  const { fault, sandbox } = troubled;
  await holdingKey(troubled, async () => {
    await delay(fault.delayMs ?? fault.latencyMs, undefined, { signal: sandbox.closing });
    run(troubled);
  }).catch(neverCommitted);
}

async function answerAfterDelay(troubled: Troubled): Promise<number> {
  const { fault, sandbox } = troubled;
  const answer = await holdingKey(troubled, async () => {
    await delay(fault.latencyMs, undefined, { signal: sandbox.closing });
    return run(troubled);
  });
  return send(troubled, answer);
}

/** Half of an answer, after the work or instead of it. */
function answerMalformed(troubled: Troubled, answer: Answer): number {
  respondMalformed(troubled.reply, answer);
  return answer.status;
}

function dropped({ reply }: Troubled): null {
  drop(reply);
  return null;
}

function unanswered({ reply }: Troubled): null {
  reply.hijack();
  return null;
}

/** Answers a call that a fault hits. Gives the status that went out, null where none did. */
export async function answerWithFault(troubled: Troubled): Promise<number | null> {
  const { fault } = troubled;
  switch (fault.kind) {
    case 'latency':
      return answerAfterDelay(troubled);
    case 'status': {
      const answer = faultAnswer(troubled);
      // A 500 comes from Stripe's own code, so its key remembers it; the others come from what stands before it.
      return send(troubled, answer.status === 500 ? run(troubled, answer) : answer);
    }
    case 'malformed':
      return answerMalformed(troubled, { ...faultAnswer(troubled), status: fault.status ?? 200 });
    case 'hang':
      return unanswered(troubled);
    case 'drop':
      return dropped(troubled);
    case 'commit_and_drop':
      run(troubled);
      return dropped(troubled);
    case 'commit_and_hang':
      run(troubled);
      return unanswered(troubled);
    case 'commit_and_malformed':
      return answerMalformed(troubled, run(troubled));
    case 'commit_and_status':
      run(troubled);
      return send(troubled, faultAnswer(troubled));
    case 'commit_late':
      void commitLate(troubled);
      return fault.status === undefined || fault.status === 0
        ? dropped(troubled)
        : send(troubled, faultAnswer(troubled));
  }
}
