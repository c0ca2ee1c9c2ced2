import {afterAll, beforeAll, expect, inject, test} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {credentials} from '../mock/control/credentials.ts';
import {single, type Defect} from '../mock/defect.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {seedPublications} from '../mock/workspace/publications/seed.ts';
import type {World} from '../mock/world/world.ts';
import type {Operation} from '../spec/contract.ts';
import {defined} from '../spec/defined.ts';
import type {Api} from '../spec/rule.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {genericDefects} from './generic-defects.ts';

const specifications = loadSpecifications();
const APIS = Object.keys(specifications) as Api[];

/** A defect whose function throws where a refused request has no body. */
const THROWING: Defect = {
  name: 'workspace.uploads.reservation-needs-allowance: the body is taken for granted',
  breaks: 'workspace.uploads.reservation-needs-allowance',
  seam: 'effect',
  situation: 'unauthenticated',
  in: ['createUpload'],
  changes: () => {
    throw new TypeError('Cannot read properties of undefined');
  },
};
/** The operation does its work although the body is invalid, and reads a member of none. */
const READING: Defect = {
  name: 'workspace.uploads.reservation-needs-allowance: a tool is started without a body',
  breaks: 'workspace.uploads.reservation-needs-allowance',
  seam: 'several',
  seams: [
    {seam: 'effect', situation: 'body-refused', in: ['startRun']},
    {
      seam: 'around',
      in: ['startRun'],
      around: (next) => (view, input) => {
        const {tool} = input.body as {tool: string};
        return next(view, {...input, body: {tool}});
      },
    },
  ],
};

const ALL = [
  ...DEFECTS,
  ...APIS.flatMap((api) => genericDefects(specifications[api].contract)),
  THROWING,
  READING,
];

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({defects: withDefects(ALL)});
});
afterAll(() => mock.close());

/** A request without a body. */
interface Bare {
  method: string;
  url: string;
  headers: Record<string, string>;
}

/**
 * Requests to an operation without a body: of nobody's rows and of the world's own, with each kind
 * of credential.
 */
function bareRequests(api: Api, {path, method}: Operation, world: World): Bare[] {
  const {prefix} = specifications[api].contract;
  const [own] = world.table(api === 'store' ? 'users' : 'publications').all();
  const ids = path.includes('{') ? ['999999999', ...(own ? [own.key] : [])] : [''];
  const urls = ids.map(
    (id) => `${mock.urls[api]}/w/${world.id}${prefix}${path.replaceAll(/\{\w+\}/g, id)}`,
  );
  return credentialsOf(api, world).flatMap((headers) =>
    urls.map((url) => ({method, url, headers})),
  );
}

/** Header lines with credentials: right for all, right for some, wrong, and none. */
function credentialsOf(api: Api, world: World): Record<string, string>[] {
  const {keys, tokens} = credentials(world);
  if (api === 'store') {
    const token = defined(tokens[0], 'a token of the world').token;
    return [{}, {'x-user-token': 'nobodys'}, {'x-user-token': token}];
  }
  const bearers = ['full', 'read-only', 'tools-only'].map(
    (role) =>
      defined(
        keys.find((one) => one.role === role),
        `a key of the role ${role}`,
      ).key,
  );
  return [{}, ...['nobodys', ...bearers].map((key) => ({authorization: `Bearer ${key}`}))];
}

/** Whether a defect may concern an operation: most name theirs. */
const mayConcern = (defect: Defect, id: string): boolean =>
  single(defect).some((one) => {
    const operations = 'in' in one ? one.in : undefined;
    return operations === undefined || [operations].flat().includes(id);
  });

/** What a mock with a defect breaks down at when requests have no body. */
async function breakdownsOf(defect: Defect): Promise<string[]> {
  const world = await mock.worlds.create({seed: 7, limits: false, defects: [defect.name]});
  seedPublications(world, defined(credentials(world).keys[0], 'a key').workspace, 1);
  try {
    for (const api of APIS)
      for (const [id, operation] of Object.entries(specifications[api].contract.operations)) {
        if (!mayConcern(defect, id)) continue;
        const requests = bareRequests(api, operation, world);
        for (const {url, ...init} of requests) await (await fetch(url, init)).text();
      }
    const entries = world.journal.after(0, 2000);
    return entries
      .filter(({situation}) => situation === 'broken')
      .map(({operation, why}) => `${defect.name}, ${operation}: ${why?.got.slice(0, 300)}`);
  } finally {
    await mock.worlds.drop(world.id);
  }
}

test('a defect that needs the body of a refused request is found', async () => {
  const [throwing] = await breakdownsOf(THROWING);
  expect(throwing).toContain('createUpload: TypeError: Cannot read properties of undefined');
  const [reading] = await breakdownsOf(READING);
  expect(reading).toContain("startRun: TypeError: Cannot destructure property 'tool'");
});

test('no defect breaks down at requests without a body', async () => {
  const tried = ALL.filter((defect) => defect !== THROWING && defect !== READING);
  const every = inject('all') ? 1 : 16;
  const broken: string[] = [];
  for (const [index, defect] of tried.entries())
    if (index % every === 0) broken.push(...(await breakdownsOf(defect)));
  expect(broken).toEqual([]);
});
