// Installs the packages of a folder that has a lock file of its own, then runs a program of that folder:
// node tools/with-packages.mjs <folder> [<program> <arguments>]
import { join, resolve } from 'node:path';
import { bootstrap, installPackages } from './bootstrap.mjs';

const [folder, program, ...args] = process.argv.slice(2);
installPackages(resolve(folder));
if (program) await bootstrap(join(folder, program), args);
