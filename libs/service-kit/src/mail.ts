import nodemailer from 'nodemailer';

interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** Sent as Message-ID, so that mail clients recognise a mail that was sent twice. */
  id?: string;
}

export type SendMail = (message: MailMessage) => Promise<void>;

/** Returns a function that sends a mail by SMTP and rejects when the mail server does not accept it. */
export function createMailer(smtpUrl: string, from: string): SendMail {
  const transport = nodemailer.createTransport(smtpUrl, { from });
  return async ({ id, ...message }) => {
    await transport.sendMail({ ...message, ...(id ? { messageId: `<${id}@fareline>` } : {}) });
  };
}
