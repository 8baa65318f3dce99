import { runService } from '@fareline/service-kit/run-service';
import { buildEdge } from './app.ts';
import { readConfig } from './config.ts';

export const service = { name: 'edge', readConfig, build: buildEdge, isPublic: true };

if (import.meta.main) await runService(service);
