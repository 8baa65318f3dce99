import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { changeRelease, listReleases } from './endpoints.ts';
import { managedReleasesSchema, releaseChangeSchema } from './managed-release.schema.ts';
import { frontEndNameSchema } from './page-report.schema.ts';

export const listReleasesContract = defineContract(listReleases, {
  summary: 'Releases of the front ends',
  access: 'admin',
  notAudited: 'Releases are about no person.',
  response: managedReleasesSchema,
});

export const changeReleaseContract = defineContract(changeRelease, {
  summary: 'Change a release',
  access: 'admin',
  recent: true,
  params: z.object({ name: frontEndNameSchema }),
  body: releaseChangeSchema,
  response: managedReleasesSchema,
  errors: ['RELEASE_REFUSED'],
});
