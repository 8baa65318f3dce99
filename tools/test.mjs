import { bootstrap } from './bootstrap.mjs';

await bootstrap('tools/src/test/main.ts', process.argv.slice(2));
