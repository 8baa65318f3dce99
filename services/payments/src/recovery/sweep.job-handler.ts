import { defineJobHandler } from '@fareline/service-kit';
import type { Context } from '../context.ts';
import { sweepJob } from './sweep.job.ts';
import { sweep } from './sweep.ts';

export const sweepHandler = (context: Context) =>
  defineJobHandler({ job: sweepJob(context.config.SWEEP_EVERY_MS), run: () => sweep(context) });
