import { mailedLinks } from '@fareline/contracts';
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/** The numbers of all limits of accounts but those that are settings, see `config.ts`. */
export const limits = {
  /**
   * Hashes that wait in a process: the last one waits for some seconds, later ones are refused at once. Those of one client, so that
   * none fills the queue for the others; an office that begins its day has fewer at once. (LIMIT-06)
   */
  waitingHashes: { all: 100, perClient: { network: 10 } },

  /** Sign-ins are so many times as frequent as other forms: an office behind one IP address begins its day with some. */
  passwordRequestFactor: 3,

  passwords: {
    accountWindowSeconds: hourSeconds,
    networkWindowSeconds: 15 * 60,
    /** Free attempts of all clients together at one account, as a multiple of those of one client. */
    accountFactor: 4,
    /**
     * The delay of an attempt beyond the free ones: 1 s, then 2, 4, 8 up to 60 s. One guess a minute is too slow to find a password
     * that is not common, and a user who mistypes waits for seconds. (LIMIT-04)
     */
    delay: { firstSeconds: 1, maxSeconds: 60 },
    /** How long a client counts as known to an account after its last sign-in. */
    knownSeconds: 90 * daySeconds,
  },

  /** Codes of an app and recovery codes that are entered for one account and wrong. A thief of the password finds none of six digits. */
  factorCodes: {
    ofNetwork: { kind: 'second factor from network', max: 10, windowSeconds: hourSeconds },
    // A thief at one network does not keep the owner out at another.
    ofAccount: { kind: 'second factor', max: 30, windowSeconds: hourSeconds },
  },
  /** Second factors of one account. */
  factors: 10,

  /** Mails of one kind that may wait, as they do while the mail server is down. (LIMIT-06) */
  waitingMails: 1000,
  /**
   * Mails of all kinds that a stranger can ask for, so that no mailbox is flooded by many of each: links, copies of messages, and the
   * codes that payments mails. What tells its user of what has happened, as that a flight was booked or a password changed, is always
   * sent. (LIMIT-05)
   */
  mailsOfMailbox: { kind: 'mails of a mailbox', max: 30, windowSeconds: daySeconds },
  /** A code whose mail is tried again, as while the mail server is down, counts once. */
  mailedCode: { kind: 'mailed code', max: 1, windowSeconds: daySeconds },
  /** A link works for three days, so that after two days at the limit one still works. (LIMIT-05) */
  verificationMails: [
    { kind: 'verification mail', max: mailedLinks.perHour, windowSeconds: hourSeconds },
    { kind: 'verification mail in a day', max: 6, windowSeconds: daySeconds },
  ],
  /** A link works for as long as the window, so that a user whose limit is used up has a link that works. (LIMIT-05) */
  resetMails: { max: mailedLinks.perHour, windowSeconds: hourSeconds },

  /** Messages of one client; its range has four times as many. */
  contactMessages: [
    { kind: 'contact', max: 10, windowSeconds: hourSeconds },
    { kind: 'contact in a day', max: 20, windowSeconds: daySeconds },
  ],
  /** Messages to one mailbox, from whomever, that are sent as mails of their own; later ones go together. */
  contactMailbox: { kind: 'contact mailbox', max: 60, windowSeconds: hourSeconds },
  /** Copies of messages to the address that was entered, which may be a stranger's; later messages have none. (LIMIT-05) */
  contactCopies: { kind: 'contact copy', max: 3, windowSeconds: daySeconds },
  /** A family with friends; a user who tidies up changes fewer in an hour. */
  savedTravellers: {
    max: 20,
    changes: { kind: 'saved traveller', max: 100, windowSeconds: hourSeconds },
  },

  /** Messages that may wait for one mailbox, which is emptied every minute: more than some hundred clients can send. (LIMIT-06) */
  waitingContactMessages: 5000,
};
