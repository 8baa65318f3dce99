import type {
  INetworkPolicy,
  INetworkPolicyPeer,
  INetworkPolicyPort,
} from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import {
  listVariables,
  listWorkloads,
  selectKind,
  selects,
  type Manifest,
  type SecretValues,
  type Workload,
} from '../../kubernetes/manifests.ts';

type Direction = 'ingress' | 'egress';
const opposite = { ingress: 'from', egress: 'to' } as const;

interface Allowed {
  /** The workload that a policy is about. */
  name: string;
  peer: INetworkPolicyPeer;
  port: string;
}

const toPort = ({ port, protocol }: INetworkPolicyPort) =>
  protocol === 'TCP' ? String(port) : `${protocol} ${port}`;

/** Everything that the policies of a direction allow. */
function listAllowed(workloads: readonly Workload[], policies: INetworkPolicy[], direction: Direction) {
  return workloads.flatMap(({ name, labels }) =>
    policies
      .filter(({ spec }) => selects(spec?.podSelector, labels))
      .flatMap(
        ({ spec }) => (spec?.[direction] ?? []) as Partial<Record<'from' | 'to' | 'ports', object[]>>[],
      )
      .flatMap((rule): Allowed[] => {
        // An empty list means everybody and everything.
        const peers = (rule[opposite[direction]] ?? [{}]) as INetworkPolicyPeer[];
        const ports = (rule.ports as INetworkPolicyPort[] | undefined)?.map(toPort) ?? ['any'];
        return peers.flatMap((peer) => ports.map((port) => ({ name, peer, port })));
      }),
  );
}

const isOwnPod = ({ namespaceSelector, podSelector, ipBlock }: INetworkPolicyPeer) =>
  podSelector !== undefined && namespaceSelector === undefined && ipBlock === undefined;

/** `edge > flights 8080` for each pair of pods that the policies of a direction let connect. */
function listPairs(
  workloads: readonly Workload[],
  policies: INetworkPolicy[],
  direction: Direction,
): string[] {
  return listAllowed(workloads, policies, direction)
    .filter(({ peer }) => isOwnPod(peer))
    .flatMap(({ name, peer, port }) =>
      workloads
        .filter(({ labels }) => selects(peer.podSelector, labels))
        .map((other) => (direction === 'egress' ? [name, other.name] : [other.name, name]))
        .map(([from, to]) => `${from} > ${to} ${port}`),
    );
}

/** What a peer outside of the namespace is called here. */
function toOutside({ namespaceSelector, podSelector, ipBlock }: INetworkPolicyPeer): string {
  if (ipBlock) return ipBlock.cidr === '0.0.0.0/0' ? 'internet' : 'private network';
  const namespace = namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];
  const labels = Object.entries(podSelector?.matchLabels ?? {}).map((label) => label.join('='));
  return namespace && labels.length > 0 ? `${namespace} ${labels.join()}` : 'everybody';
}

/** Ports of URLs without one. */
const defaultPorts: Record<string, string> = { 'https:': '443', 'smtps:': '465' };

/** Providers and the bucket, which are on the internet unless a sandbox stands in. */
function needsHttps(variables: Record<string, string>): boolean {
  const { RELEASES_BUCKET, DUFFEL_TOKEN_TEST, DUFFEL_BASE_PATH, STRIPE_KEY_TEST, STRIPE_BASE_URL } =
    variables;
  return Boolean(
    RELEASES_BUCKET ||
    (DUFFEL_TOKEN_TEST !== undefined && !DUFFEL_BASE_PATH) ||
    (STRIPE_KEY_TEST !== undefined && !STRIPE_BASE_URL),
  );
}

/** Stores whose URL only the operator knows, and their ports. */
const outsideStores: Record<string, string> = {
  DATABASE_URL: 'private network 5432',
  REDIS_URL: 'private network 6379',
  JOBS_REDIS_URL: 'private network 6379',
  SMTP_URL: 'internet 587',
};

const privateRanges = ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];

/** The connections of each program, read off its settings. */
function listNeeded(workloads: readonly Workload[], manifests: readonly Manifest[], secrets: SecretValues) {
  const services = selectKind<IService>(manifests, 'Service');
  const inside: string[] = [];
  const outside: string[] = [];
  for (const workload of workloads) {
    const variables = listVariables(workload, manifests, secrets);
    for (const [name, value] of Object.entries(variables)) {
      const url = /^(\w+:)\/\/(?:[^@/]*@)?([\w.-]+)(?::(\d+))?(?:\/|$)/.exec(value);
      const [, protocol = '', host = '', port = defaultPorts[protocol] ?? '80'] = url ?? [];
      const selector = services.find(({ metadata }) => metadata.name === host)?.spec?.selector;
      const target = workloads.find(({ labels }) => selector && selects({ matchLabels: selector }, labels));
      if (target) inside.push(`${workload.name} > ${target.name} ${port}`);
      else if (name in outsideStores && !value) outside.push(`${workload.name} > ${outsideStores[name]}`);
    }
    if (needsHttps(variables)) outside.push(`${workload.name} > internet 443`);
  }
  return { inside, outside };
}

const compare = (
  allowed: readonly string[],
  needed: readonly string[],
  words: [string, string],
): string[] => [
  ...[...new Set(allowed)].filter((pair) => !needed.includes(pair)).map((pair) => `${pair} ${words[0]}.`),
  ...[...new Set(needed)].filter((pair) => !allowed.includes(pair)).map((pair) => `${pair} ${words[1]}.`),
];

/** Sentences about connections that a policy allows without need, or does not allow. `services` have metrics. */
export function listConnectionProblems(
  manifests: readonly Manifest[],
  secrets: SecretValues,
  services: readonly string[],
): string[] {
  const workloads = listWorkloads(manifests);
  const policies = selectKind<INetworkPolicy>(manifests, 'NetworkPolicy');
  const { inside, outside } = listNeeded(workloads, manifests, secrets);
  const isDenied = policies.some(({ spec }) => {
    const isForAll = Object.keys(spec?.podSelector ?? { none: true }).length === 0;
    return isForAll && spec?.policyTypes?.length === 2 && !spec.ingress && !spec.egress;
  });
  const outsiders = (direction: Direction) =>
    listAllowed(workloads, policies, direction).filter(({ peer }) => !isOwnPod(peer));
  const neededClients = [
    'nginx-ingress app.kubernetes.io/name=nginx-ingress > edge 8080',
    ...services.map((name) => `monitoring app.kubernetes.io/name=prometheus > ${name} 8080`),
  ];
  const dns = workloads.flatMap(({ name }) =>
    ['UDP 53', '53'].map((port) => `${name} > kube-system k8s-app=kube-dns ${port}`),
  );
  const blocks = outsiders('egress').map(({ peer }) => peer.ipBlock);
  return [
    ...(isDenied ? [] : ['Without a policy everything is allowed.']),
    ...compare(listPairs(workloads, policies, 'egress'), inside, [
      'may be called without need',
      'may not be called',
    ]),
    ...compare(listPairs(workloads, policies, 'ingress'), inside, [
      'is let in without need',
      'is not let in',
    ]),
    ...compare(
      outsiders('ingress').map(({ name, peer, port }) => `${toOutside(peer)} > ${name} ${port}`),
      neededClients,
      ['is let in without need', 'is not let in'],
    ),
    ...compare(
      outsiders('egress').map(({ name, peer, port }) => `${name} > ${toOutside(peer)} ${port}`),
      [...outside, ...dns],
      ['may be called without need', 'may not be called'],
    ),
    ...(blocks.some((block) => block?.cidr === '0.0.0.0/0' && block.except?.join() !== privateRanges.join())
      ? ['The internet includes private networks.']
      : []),
  ];
}
