/** (GUARD-11) @test corrected-address.spec.ts: support corrects an address, its code opens the trip */
export const changesWait = (until: string, former: string) =>
  `The email address of this booking was corrected. Cancelling and changing wait until ${until}, or until “Yes, this was me” is pressed with the link that we sent to ${former}. Without that mail, please call us.`;

/** (GUARD-11) @test corrected-address.spec.ts: support corrects an address, its code opens the trip */
export const answerEndsWait = (until: string) =>
  `Was that you? Please tell us: until you do, cancelling and changing wait, at most until ${until}.`;

/** (GUARD-11) @test corrected-address.spec.ts: support corrects an address, its code opens the trip */
export const yesEndsWait =
  'We were asked to send the mails about your booking to another address. If that was you, cancelling and changing go on with a press.';

/** (GUARD-11) @test corrected-address.spec.ts: support corrects an address, its code opens the trip */
export const mailsWait = (pending: string) =>
  `Mails about this booking go to ${pending} once the code that we sent there is entered.`;
