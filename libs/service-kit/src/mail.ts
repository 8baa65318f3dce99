import nodemailer from 'nodemailer';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** Sent as Message-ID, so that a mail that was sent twice is recognised as one. */
  id?: string;
}

export type SendMail = (message: MailMessage) => Promise<void>;

/** Sends by SMTP; rejects when the mail server does not take the message. */
export function createMailer(smtpUrl: string, from: string): SendMail {
  const transport = nodemailer.createTransport(smtpUrl, { from });
  return async ({ id, ...message }) => {
    await transport.sendMail({ ...message, ...(id ? { messageId: `<${id}@fareline>` } : {}) });
  };
}
