import { syncBuiltinESMExports } from 'node:module';
import workers, { type WorkerOptions } from 'node:worker_threads';

// Preloaded into a flights process: its search thread gets Node's default heap.
workers.Worker = class extends workers.Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    super(file, { ...options, resourceLimits: {} });
  }
};
syncBuiltinESMExports();
