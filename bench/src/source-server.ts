import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Import map: bare module specifiers of the sources and their URLs. */
const imports = {
  '@fareline/contracts': '/libs/contracts/src/index.ts',
  zod: '/node_modules/zod/index.js',
};

const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;

async function readSource(path: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8');
  return extname(path) === '.ts' ? stripTypeScriptTypes(text) : text;
}

/** Serves the sources of this repository to a browser: types are stripped, nothing is bundled. */
export async function serveSources(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return;
    }
    readSource(pathname).then(
      (text) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(text),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The source server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, server };
}
