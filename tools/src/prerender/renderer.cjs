/* Renders pages with the code of two releases, in a process without environment variables that may read only these files. */
const { readFileSync, writeSync } = require('node:fs');
const { Server, Socket } = require('node:net');
const { Socket: DatagramSocket } = require('node:dgram');

const [, , frameFile, screenFile] = process.argv;
const [input, output] = [0, 3];

// In this version Node's permission model covers neither signals nor the network, and rendering needs neither.
const deny = () => {
  throw Object.assign(new Error('Rendering may use neither signals nor the network.'), {
    code: 'ERR_ACCESS_DENIED',
  });
};
for (const [owner, ...names] of [
  [process, 'kill', '_kill', 'abort'],
  [Socket.prototype, 'connect'],
  [Server.prototype, 'listen'],
  [DatagramSocket.prototype, 'bind', 'send', 'connect'],
])
  for (const name of names) Object.defineProperty(owner, name, { value: deny });

async function render() {
  const { brand, paths } = JSON.parse(readFileSync(input, 'utf8'));
  const { renderFrame } = require(frameFile);
  const { renderScreen } = require(screenFile);
  const pages = {};
  for (const path of paths) {
    const content = await renderScreen({ brand, path });
    if (typeof content !== 'string') throw new Error(`No screen was rendered for ${path}.`);
    pages[path] = await renderFrame({ brand, path, content });
  }
  return JSON.stringify(pages);
}

render().then(
  (pages) => {
    const bytes = Buffer.from(pages);
    for (let sent = 0; sent < bytes.length;) sent += writeSync(output, bytes, sent);
    process.exit(0);
  },
  (error) => {
    process.stderr.write(`${error?.stack ?? error}\n`, () => process.exit(1));
  },
);
