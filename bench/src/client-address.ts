/**
 * The IP address of a client, each number another one. Consecutive ones are in different networks, so that no limit per client or network
 * is reached by requests that stand for many visitors.
 */
export const createClientAddress = (number: number): string =>
  `10.${number & 255}.${(number >> 8) & 255}.${(number >> 16) & 255}`;
