import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { fetchReadiness } from './readiness.ts';

const checkIntervalMs = 500;
const checkTimeoutMs = 2_000;

/** A replica behind the balancer, by its port on this machine. */
interface Replica {
  port: number;
  isHealthy: boolean;
  sockets: Set<Socket>;
}

/**
 * Gives the replicas of a service one address, as a Service of Kubernetes does: each connection is led to the next replica that is
 * ready. Connections to one that no longer answers are closed; those to one that is shutting down stay, as it completes their requests.
 */
export async function startBalancer(port: number, ports: readonly number[]) {
  const replicas: Replica[] = ports.map((port) => ({ port, isHealthy: true, sockets: new Set() }));
  let next = 0;

  const check = async (replica: Replica) => {
    const timeout = AbortSignal.timeout(checkTimeoutMs);
    replica.isHealthy = (await fetchReadiness(`http://127.0.0.1:${replica.port}`, timeout)) === 'ready';
    if (timeout.aborted) for (const socket of replica.sockets) socket.destroy();
  };
  const timer = setInterval(() => void Promise.all(replicas.map(check)), checkIntervalMs);
  timer.unref();

  /** Connects to the next replica that accepts the connection. */
  function forward(inner: Socket, candidates: readonly Replica[]): void {
    const [replica, ...others] = candidates;
    if (!replica) return void inner.destroy();
    const outer = connect(replica.port, '127.0.0.1');
    const giveUp = () => forward(inner, others);
    outer.once('error', giveUp);
    outer.once('connect', () => {
      outer.off('error', giveUp);
      replica.sockets.add(outer);
      outer.on('error', () => inner.destroy());
      outer.on('close', () => {
        replica.sockets.delete(outer);
        inner.destroy();
      });
      inner.on('close', () => outer.destroy());
      inner.pipe(outer).pipe(inner);
    });
  }

  const server = createServer({ noDelay: true }, (inner) => {
    inner.on('error', () => inner.destroy());
    next += 1;
    const rotated = replicas.map((_, index) => replicas[(next + index) % replicas.length]!);
    forward(
      inner,
      rotated.toSorted((one, other) => Number(other.isHealthy) - Number(one.isHealthy)),
    );
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    close() {
      clearInterval(timer);
      server.close();
      for (const { sockets } of replicas) for (const socket of sockets) socket.destroy();
    },
  };
}
