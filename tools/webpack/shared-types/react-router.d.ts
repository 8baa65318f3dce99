/**
 * What remotes may import of `react-router`: they see this in its place (`tsconfig.remote.json`), and the shell provides no
 * more (`apps/shell/src/remotes/provided-router.ts`). Whole, it would travel to every visitor.
 */
export {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from '../../../node_modules/react-router/dist/production/index.js';
