/**
 * The exports of `react-router` that remotes may import: they are type-checked against this file (`tsconfig.remote.json`),
 * and the shell shares the same exports (`apps/shell/src/remotes/shared-router.ts`). Sharing the whole module would prevent
 * tree shaking and send all of it to every visitor.
 */
export {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from '../../../node_modules/react-router/dist/production/index.js';
