import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { servicePaths } from '@fareline/service-kit/service-paths';
import { listFrontEnds } from '../front-ends/front-ends.ts';
import { repoRoot } from '../local/paths.ts';

export const phases = ['check', 'release', 'promote'] as const;

export interface Part {
  name: string;
  /** Folders of its projects; none for everything that is neither a front end nor a service. */
  folders: string[];
  /** Shell commands. */
  steps: Record<(typeof phases)[number], string[]>;
}

/** Static checks and unit tests of `npm test` of these projects, and the journeys with this tag besides those of `npm test`. */
const check = (targets: string, projects: string, tag?: string): string[] => [
  `npx nx run-many -t ${targets} -p '${projects}'`,
  `npm run test:e2e -- --grep '${tag ? `${tag}|` : ''}@smoke'`,
];

/** Journeys have the tags of front ends; those of a service are where its failures show first. */
const serviceTags: Record<string, string> = {
  accounts: '@account',
  edge: '@shell',
  flights: '@search',
  payments: '@booking',
};

/** The software bill of materials of what is released; the workflow keeps it. */
const writeSbom = (folder: string, commit: string) =>
  `npx node tools/src/pipeline/sbom.ts ${folder} ${commit}`;

/** Without the variable the command fails. */
const site = '--site "$RELEASES_URL"';

const frontEndPart = (name: string, dir: string, commit: string): Part => ({
  name,
  folders: [dir],
  steps: {
    check: check('lint test build', dir, `@${name}`),
    release: [writeSbom(dir, commit), `npm run release -- ${name} --candidate --percent 5 ${site}`],
    // Since the release other parts may have changed.
    promote: [`npm run release -- ${name} --promote --commit ${commit} ${site}`],
  },
});

const overlay = 'deploy/kubernetes/overlays/production';

const imagesFile = `${overlay}/kustomization.yaml`;
const git = 'git -c user.name=pipeline -c user.email=pipeline@localhost';

const setImage = (service: string, image: string): string[] => [
  'git pull --ff-only origin main',
  `cd ${overlay} && kustomize edit set image fareline/${service}=${image}`,
  `npx oxfmt ${imagesFile}`,
];

/**
 * Main has the images that run, so that a later change of a setting starts no earlier one. Another part may be promoted
 * meanwhile, and who runs this by hand may have changed other files.
 */
const recordImage = (service: string, commit: string): string[] => [
  `git diff --quiet HEAD -- ${imagesFile} || ${git} commit -m "deploy: run ${service} ${commit}" -- ${imagesFile}`,
  `git push origin HEAD:main || (${git} pull --rebase --autostash origin main && git push origin HEAD:main)`,
];

/** Services with a database are migrated before the new image runs. */
const migrate = (service: string): string[] => [
  `kubectl -n fareline delete job migrate-${service} --ignore-not-found`,
  `kubectl apply -k ${overlay} -l app=migrate-${service}`,
  `kubectl -n fareline wait --for=condition=complete --timeout=600s job/migrate-${service}`,
];

function servicePart(name: string, images: string, commit: string): Part {
  const image = `${images}/${name}:${commit}`;
  const hasDatabase = readdirSync(join(repoRoot, 'deploy/kubernetes/base')).includes(`migrate-${name}.yaml`);
  return {
    name,
    folders: [`services/${name}`],
    steps: {
      check: check('lint test', `services/${name}`, serviceTags[name]),
      release: [
        writeSbom(`services/${name}`, commit),
        `docker build -f deploy/service.Containerfile --build-arg SERVICE=${name} --build-arg COMMIT=${commit} -t ${image} .`,
        `docker push ${image}`,
      ],
      promote: [
        ...(name in servicePaths ? [`npm run release -- --services ${name}`] : []),
        ...setImage(name, image),
        ...(hasDatabase ? migrate(name) : []),
        // Who applies what main has starts no service that is not migrated.
        ...recordImage(name, commit),
        `kubectl apply -k ${overlay} -l '!once'`,
        `kubectl -n fareline rollout status deploy/${name} --timeout=600s`,
      ],
    },
  };
}

/** All parts that have a pipeline. `images` is where images go, `commit` their tag. */
export function listParts(images: string, commit: string): Part[] {
  const services = readdirSync(join(repoRoot, 'services'));
  return [
    ...listFrontEnds().map(({ name, dir }) => frontEndPart(name, dir.slice(repoRoot.length + 1), commit)),
    ...services.map((name) => servicePart(name, images, commit)),
    {
      name: 'libraries',
      folders: [],
      steps: {
        check: ['npm run check', ...check('test', 'libs/*,sandbox/*,tools')],
        release: [],
        promote: [],
      },
    },
  ];
}
