import type {Api} from '../../spec/rule.ts';

/** A kind of resource, and the operations that change it, name it or show it. */
export interface MappedResource {
  /** What it is called in coverage, for example `user`. */
  kind: string;
  /** Operations whose requests or responses name such a resource. */
  operations: readonly string[];
  /** The members of a creation, or of a row, by which requests name it; `id` is one of all. */
  names: readonly string[];
  /** The list whose rows, by JSON Pointer, tell such resources: no operation creates them by itself. */
  toldBy?: {operation: string; rows: string};
  /** The resource is the tenant itself: every request of it is about it. */
  isTenant?: true;
}

/** Requests about the people of a store. */
const OF_USERS = [
  'createUser',
  'updateUser',
  'deactivateUser',
  'reactivateUser',
  'forceLogout',
  'listUsers',
];

const OF_ORDERS = ['createOrder', 'updateOrder', 'cancelOrder', 'getOrder', 'listOrders'];

const OF_PUBLICATIONS = [
  'createUpload',
  'createPublication',
  'listPublications',
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
];

/** The resources of each API: what one operation does to one of them, a later one may show (both documents, Resources). */
export const RESOURCES: Readonly<Record<Api, readonly MappedResource[]>> = {
  store: [
    {
      kind: 'user',
      operations: [
        ...OF_USERS,
        ...OF_ORDERS,
        'listAuthSessions',
        'deleteAuthSessionsOfUser',
        'listReadingSessions',
      ],
      names: ['email', 'external_id'],
    },
    {kind: 'order', operations: OF_ORDERS, names: ['external_reference']},
    {
      kind: 'plan',
      operations: [
        'createPlan',
        'updatePlan',
        'deletePlan',
        'listPlans',
        'createUser',
        'updateUser',
        ...OF_ORDERS,
      ],
      names: ['name'],
    },
    {
      kind: 'issue',
      operations: [
        'createIssue',
        'updateIssue',
        'deleteIssue',
        'getIssue',
        'listIssues',
        ...OF_ORDERS,
        'listReadingSessions',
      ],
      names: ['name', 'external_id'],
    },
    {
      kind: 'session',
      operations: [
        'listAuthSessions',
        'deleteAuthSession',
        'deleteAuthSessionsOfUser',
        'forceLogout',
        'deactivateUser',
      ],
      names: [],
      toldBy: {operation: 'listAuthSessions', rows: '/data'},
    },
  ],
  workspace: [
    {kind: 'publication', operations: OF_PUBLICATIONS, names: ['publication_id']},
    {kind: 'run', operations: ['startRun', 'readRun', 'readReport'], names: []},
    {
      kind: 'version',
      operations: ['listPublicationFiles', 'getCurrentPublicationFile', 'downloadFile', 'startRun'],
      names: [],
      toldBy: {operation: 'listPublicationFiles', rows: '/data'},
    },
    {
      kind: 'workspace',
      operations: [
        'createUpload',
        'createPublication',
        'startRun',
        'getAccount',
        'getAccountUsage',
        'listTools',
      ],
      names: [],
      isTenant: true,
    },
  ],
};
