import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';

readArguments(
  `mails.ts   writes every mail in the look of both brands to .data/mails/index.html
`,
  {},
);

interface SampleMail {
  name: string;
  mail: { subject: string; html: string; text: string };
}
type SampleMails = (brand: Brand, origin: string) => SampleMail[];

/** Samples stand with the mails that they show, in services, which nothing imports. */
const load = async (file: string) => (await import(pathToFileURL(join(repoRoot, file)).href)) as unknown;
const { sampleBrand } = (await load('services/accounts/src/brands/sample-brand.ts')) as {
  sampleBrand: Brand;
};
const samples = (await Promise.all(
  ['payments', 'accounts'].map((service) => load(`services/${service}/src/testing/sample-mails.ts`)),
)) as { sampleMails: SampleMails }[];

const origin = 'https://fares.example';
const folder = join(repoRoot, '.data/mails');
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await cp(join(repoRoot, 'services/edge/public/brand'), join(folder, 'brand'), { recursive: true });

const sections: string[] = [];
for (const brand of [defaultBrand, sampleBrand])
  for (const { name, mail } of samples.flatMap(({ sampleMails }) => sampleMails(brand, origin))) {
    const file = `${brand.id}--${name.replaceAll(' ', '-')}.html`;
    await writeFile(join(folder, file), mail.html.replaceAll(`${origin}/brand/`, 'brand/'));
    const frame = (width: number) =>
      `<iframe title="${name}, ${width} pixels" src="${file}" width="${width}" loading="lazy"></iframe>`;
    sections.push(
      `<h2>${brand.name}: ${name}</h2><p>${escape(mail.subject)}</p>` +
        `<div>${frame(640)}${frame(375)}<pre>${escape(mail.text)}</pre></div>`,
    );
  }
const style =
  'body{font:15px/1.5 system-ui,sans-serif;margin:24px}div{display:flex;gap:24px;align-items:start}' +
  'iframe{height:900px;border:1px solid #ccc;flex:none}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}';
await writeFile(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><style>${style}</style>` +
    `<body><h1>Mails</h1>${sections.join('\n')}</body></html>`,
);
console.log(`${sections.length} mails in ${join(folder, 'index.html')}`);
