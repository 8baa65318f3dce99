import { readArguments } from '@fareline/service-kit/command-line';
import pg from 'pg';
import { withProduct, type Started } from '../crash/with-product.ts';
import { checkOut, findNewestTag } from './checkout.ts';
import { holdBookings } from './hold-bookings.ts';
import { startReaders } from './readers.ts';

const { values } = readArguments(
  `npm run upgrade -- --from v1.4.0               starts two of each service of a tag or commit, replaces them one by one by those
                                              of this checkout, each while 20 bookings wait for their orders and
                                              visitors read, and checks orders, money, mails and answers
npm run upgrade -- --from v1.4.0 --to v1.5.0  replaces them by those of another tag or commit
npm run upgrade                               takes the newest tag, or the last commit where there is none
npm run upgrade -- --bookings 4               holds 4 bookings
`,
  {
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      bookings: { type: 'string', default: '20' },
    },
  },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const count = Number(values.bookings);
/** The edge comes last: its newer version may call endpoints that the older services do not have. */
const services = ['accounts', 'flights', 'payments', 'edge'];

/** Replaces each program while bookings are held; what went wrong, by program. */
async function replaceAll({ product }: Started, older: string, newer: string): Promise<string[]> {
  const { duffelUrl: duffel = '', stripeUrl: stripe = '', mailUrl: mail = '', supervisor } = product;
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
  const problems: string[] = [];
  try {
    const stopReaders = await startReaders(product.url);
    const names = services.flatMap((service) => [`${service}-1`, `${service}-2`]);
    for (const [index, name] of names.entries()) {
      const world = { product, pool, sandboxes: { duffel, stripe, mail } };
      const found = await holdBookings(world, { count, firstSeed: 1 + index * count }, async () => {
        const { args } = supervisor.program(name);
        const moved = args.map((arg) => (arg.startsWith(older) ? newer + arg.slice(older.length) : arg));
        await supervisor.replace(name, { args: moved, cwd: newer });
      });
      print(`${found.length > 0 ? '✗' : '✓'} ${name} replaced while ${count} bookings were held`);
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
    const { sent, failed } = await stopReaders();
    print(`${sent} reads, ${failed.length} failed`);
    return [...problems, ...failed];
  } finally {
    await pool.end();
  }
}

const older = await checkOut(values.from ?? (await findNewestTag()) ?? 'HEAD');
try {
  const newer = await checkOut(values.to);
  try {
    const problems = await withProduct({ replicas: 2, checkout: older.folder }, (started) =>
      replaceAll(started, older.folder, newer.folder),
    );
    for (const problem of problems) print(`    ${problem}`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  } finally {
    await newer.remove();
  }
} finally {
  await older.remove();
}
