import { defineJobHandler } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { sweepJob } from './sweep.job.ts';
import { sweep } from './sweep.ts';

export const sweepHandler = (deps: Deps) =>
  defineJobHandler({ job: sweepJob(deps.config.SWEEP_EVERY_MS), run: () => sweep(deps) });
