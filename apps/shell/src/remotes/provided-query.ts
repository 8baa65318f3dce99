/** What remotes get of the query library; the list is checked against `tools/webpack/provided.ts`. */
export { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
