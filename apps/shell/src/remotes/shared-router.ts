/** The part of the router that is shared with remotes, as `.oxlintrc.json` lets them import it. Sharing the whole module would prevent
 * tree shaking and send all of it to every visitor. */
export {
  Link,
  Navigate,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
