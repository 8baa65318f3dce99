export * from './blocks.ts';
export { renderMail, type MailBrand, type MailContent, type RenderedMail } from './render-mail.ts';
