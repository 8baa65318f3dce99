import { bootstrap } from './bootstrap.mjs';

await bootstrap('tools/src/start/main.ts', process.argv.slice(2));
