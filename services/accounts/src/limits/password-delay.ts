/**
 * The delay of an attempt beyond the free ones: 1 s, then 2, 4, 8 up to 60 s. One guess a minute is too slow to find a password
 * that is not common, and a user who mistypes waits for seconds. (LIMIT-04)
 */
export const passwordDelay = { firstSeconds: 1, maxSeconds: 60 };
