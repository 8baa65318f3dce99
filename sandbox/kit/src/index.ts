export { applyFault } from './apply-fault.ts';
export { CallLedger, getPath, recordCalls, type LedgerEntry } from './call-ledger.ts';
export { Clock } from './clock.ts';
export { addCommand, addControlRoutes } from './control.route.ts';
export { FaultInput, Faults, type Fault } from './faults.ts';
export { randomBase62 } from './random-base62.ts';
export { commonVariables, createClosingSignal, parseEnv, portVariable, runSandbox } from './run-sandbox.ts';
export { Store, type Collection } from './store.ts';
export { WebhookSender } from './webhook-sender.ts';
