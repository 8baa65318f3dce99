import { constants, setPriority } from 'node:os';
import { startTestProduct } from '@fareline/tools/testing';
import { addStop } from './programs.ts';

type Product = Awaited<ReturnType<typeof startTestProduct>>['product'];

/**
 * Starts the whole product as `npm start` does, with two replicas of flights, and data that `stopAll` removes. Front ends that
 * have changed since the last run are built first. The programs of the providers have the lowest priority: in production they run on
 * other machines.
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const { product } = await startTestProduct({
    flights: 2,
    nodeEnv: 'production',
    env: { LOG_LEVEL: 'info', ...env },
  });
  addStop(() => product.stop());
  for (const name of ['duffel', 'stripe', 'mail'])
    setPriority(product.supervisor.pid(name)!, constants.priority.PRIORITY_LOW);
  return product;
}
