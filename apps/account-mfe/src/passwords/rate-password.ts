import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** The time of an estimate grows with the square of the length; what is longer is rated by its beginning. */
const ratedLength = 64;

/** How hard a password is to guess for whoever knows the other words: from 0, at once, to 4. */
export const ratePassword = (password: string, words: readonly string[]): number =>
  estimator.check(password.slice(0, ratedLength), [...words]).score;
