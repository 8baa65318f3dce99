import { runService } from '@fareline/service-kit/run-service';
import { buildEdge } from './app.ts';
import { readConfig } from './config.ts';

await runService('edge', readConfig, buildEdge, { isPublic: true });
