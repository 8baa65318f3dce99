/**
 * The register of promises: each sentence of a page or a mail that promises what this product does, or a term, stands once in
 * `promises/`. `@test` names the browser test in `e2e/src` that does it, `@keptBy` who keeps what no software can: answer times and
 * legal terms by the operator, days of a refund by airlines and banks, and support with the page on which it does; or the retention
 * table, whose rows have tests in the services. Figures come from the constants that keep them. `@prescribed` words are those of the
 * product's documents; our own may say one thing once. A constant for each row and a file for each page, so that a page loads no sentence
 * of another. `tools/src/check/promises` fails the build.
 * (PROMISE-01, PROMISE-06, PROMISE-07)
 */
export * from './promises/account.ts';
export * from './promises/address.ts';
export * from './promises/brand.ts';
export * from './promises/cancellation.ts';
export * from './promises/changes.ts';
export * from './promises/checkout.ts';
export * from './promises/contact.ts';
export * from './promises/descriptions.ts';
export * from './promises/faq.ts';
export * from './promises/mails.ts';
export * from './promises/privacy.ts';
export * from './promises/refunds.ts';
export * from './promises/sample-brand.ts';
export * from './promises/terms.ts';
export * from './promises/trips.ts';
export * from './promises/waiting.ts';
