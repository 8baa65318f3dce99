/* Runs the drawing code of two releases, in a process that has no settings and may read these files only. */
const { readFileSync, writeSync } = require('node:fs');
const { Server, Socket } = require('node:net');
const { Socket: DatagramSocket } = require('node:dgram');

const [, , frameFile, screenFile] = process.argv;
const [input, output] = [0, 3];

// Node's permission model knows neither signals nor, in this version, the network: drawing needs none of them.
const refuse = () => {
  throw Object.assign(new Error('A page is drawn without signals and without the network.'), {
    code: 'ERR_ACCESS_DENIED',
  });
};
for (const [owner, ...names] of [
  [process, 'kill', '_kill', 'abort'],
  [Socket.prototype, 'connect'],
  [Server.prototype, 'listen'],
  [DatagramSocket.prototype, 'bind', 'send', 'connect'],
])
  for (const name of names) Object.defineProperty(owner, name, { value: refuse });

async function draw() {
  const { brand, paths } = JSON.parse(readFileSync(input, 'utf8'));
  const { renderFrame } = require(frameFile);
  const { renderScreen } = require(screenFile);
  const pages = {};
  for (const path of paths) {
    const content = await renderScreen({ brand, path });
    if (typeof content !== 'string') throw new Error(`No screen was drawn for ${path}.`);
    pages[path] = await renderFrame({ brand, path, content });
  }
  return JSON.stringify(pages);
}

draw().then(
  (pages) => {
    const bytes = Buffer.from(pages);
    for (let sent = 0; sent < bytes.length;) sent += writeSync(output, bytes, sent);
    process.exit(0);
  },
  (error) => {
    process.stderr.write(`${error?.stack ?? error}\n`, () => process.exit(1));
  },
);
