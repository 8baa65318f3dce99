import { toNetworkLimits } from './client-network.ts';

/** Counts what clients have open at this process, by their networks. */
export interface NetworkCount {
  /** How much of its limit a client has: from 1 there is no room for more. */
  getShare(ipAddress: string): number;
  /** Adds one, and returns how to remove it. */
  add(ipAddress: string): () => void;
}

/** @param max of a client's network; its range has a multiple */
export function createNetworkCount(max: number): NetworkCount {
  const counts = new Map<string, number>();
  const change = (network: string, by: number) => {
    const count = (counts.get(network) ?? 0) + by;
    if (count === 0) counts.delete(network);
    else counts.set(network, count);
  };
  return {
    getShare: (ipAddress) =>
      Math.max(
        ...toNetworkLimits(ipAddress, max).map((limit) => (counts.get(limit.network) ?? 0) / limit.max),
      ),
    add(ipAddress) {
      const networks = toNetworkLimits(ipAddress, max).map(({ network }) => network);
      for (const network of networks) change(network, 1);
      return () => networks.forEach((network) => change(network, -1));
    },
  };
}
