/** The numbers of all limits of accounts. */
export const limits = {
  /**
   * Hashes that wait in a process: the last one waits for some seconds, later ones are refused at once. Those of one client, so that
   * none fills the queue for the others; an office that begins its day has fewer at once. (LIMIT-06)
   */
  waitingHashes: { all: 100, perClient: { network: 10 } },
} as const;
