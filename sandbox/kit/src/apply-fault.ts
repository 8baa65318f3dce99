import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import type { Fault } from './faults.ts';

/** A call to which a fault applies. `R` is the sandbox's type of a response. */
export interface FaultedCall<R> {
  reply: FastifyReply;
  /** Aborted when the server stops; a call that is delayed until then is not executed. */
  closing: AbortSignal;
  /** Executes the call; its changes are on disk when this returns. */
  execute(): R | Promise<R>;
  /** The response that the fault sends instead of that of the call; undefined closes the connection. */
  buildResponse(): R | undefined;
  send(response: R): void;
}

/** Closes the connection without a response. */
function closeConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function sendMalformed(reply: FastifyReply, fault: Fault): void {
  void reply
    .code(fault.status ?? 200)
    .headers({ 'content-type': 'application/json; charset=utf-8', ...fault.headers })
    .send(typeof fault.body === 'string' ? fault.body : '{"data": {"id": "');
}

/** Waits without keeping the process alive; returns false if the server stops first. */
async function wait(ms: number, closing: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal: closing, ref: false }).catch(() => false);
}

/** Responds to a call as its fault requires. */
export async function applyFault<R>(fault: Fault, call: FaultedCall<R>): Promise<void> {
  const { reply, closing } = call;
  const sendFaultResponse = () => {
    const response = fault.status === 0 ? undefined : call.buildResponse();
    if (response === undefined) closeConnection(reply);
    else call.send(response);
  };
  switch (fault.kind) {
    case 'latency':
      if (await wait(fault.latencyMs, closing)) call.send(await call.execute());
      else closeConnection(reply);
      return;
    case 'status':
      if (await wait(fault.latencyMs, closing)) sendFaultResponse();
      else closeConnection(reply);
      return;
    case 'malformed':
      sendMalformed(reply, fault);
      return;
    case 'hang':
      reply.hijack();
      return;
    case 'drop':
      closeConnection(reply);
      return;
    case 'commit_and_drop':
      await call.execute();
      closeConnection(reply);
      return;
    case 'commit_and_hang':
      await call.execute();
      reply.hijack();
      return;
    case 'commit_and_malformed':
      await call.execute();
      sendMalformed(reply, fault);
      return;
    case 'commit_and_status':
      await call.execute();
      sendFaultResponse();
      return;
    case 'commit_late':
      void wait(fault.delayMs, closing).then((isOpen) => (isOpen ? call.execute() : undefined));
      sendFaultResponse();
      return;
  }
}
