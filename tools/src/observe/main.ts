import { startTraceViewer } from './trace-viewer.ts';

const { url } = await startTraceViewer(Number(process.env.PORT));
process.stdout.write(`Traces listening on ${url}\n`);
