import {afterAll, beforeAll, expect, test} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import type {Defect} from '../mock/defect.ts';
import {around, seeing} from '../mock/defects/breaking.ts';
import {defects} from '../mock/defects/table.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {keeping} from '../mock/defects/store/users/anonymized.ts';
import {isRefused} from '../mock/operation.ts';
import type {User} from '../mock/store/users/user.ts';
import {loadSpecifications} from '../spec/specification.ts';
import type {Json} from '../spec/json.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {run} from '../suites/engine/run.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

/**
 * Deployments that break a sentence behind a freedom of the document, and say in their profile that
 * they use it.
 */
const BREACHES: {defect: Defect; freedoms: Record<string, Json>; choice: Record<string, string>}[] =
  [
    {
      // Plain deactivations do nothing, and the list of the deactivated has somebody of long ago.
      defect: defects({
        'store.users.deactivation-deactivates': {
          'behind pages that are not turned': {
            seam: 'several',
            seams: [
              around(['deactivateUser'], (next) => (view, input) => {
                const done = next(view, input);
                return isRefused(done) || input.query['anonymize'] !== undefined
                  ? done
                  : {...done, changes: []};
              }),
              seeing(['listUsers'], (view) => ({
                all: <R>(table: string, index: string, value: string) =>
                  (index === 'gone'
                    ? [
                        {
                          ...view.oldest<User>(table, {limit: 1})[0]!,
                          state: 'deactivated',
                          deleted: view.now,
                        },
                      ]
                    : view.all(table, index, value)) as R[],
              })),
            ],
          },
        },
      })[0]!,
      freedoms: {'users.after_the_last_page': 'everyone'},
      choice: {'NS-ST-07': 'not walked through'},
    },
    {
      defect: defects({
        'store.users.anonymizing-clears-the-external-id': {
          'behind a list without the anonymized': keeping({}, 'external_id', 'name'),
        },
      })[0]!,
      freedoms: {'users.anonymized_listed': false},
      choice: {'NS-ST-16': 'unlisted'},
    },
    {
      defect: defects({
        'store.users.anonymizing-replaces-the-email': {
          'behind a list without the anonymized': keeping({}, 'email'),
        },
      })[0]!,
      freedoms: {'users.anonymized_listed': false, 'users.lists': 'active'},
      choice: {'NS-ST-16': 'unlisted'},
    },
  ];

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({
    world: 'empty',
    defects: withDefects(BREACHES.map(({defect}) => defect)),
  });
});
afterAll(() => mock.close());

async function verdictOf(index: number, defective: boolean): Promise<string | undefined> {
  const {defect, freedoms, choice} = BREACHES[index]!;
  const {profile} = specifications.store;
  const profiles = {
    workspace: specifications.workspace.profile,
    store: {...profile, choices: {...profile.choices, ...choice}},
  };
  const target = new MockTarget({
    control: mock.urls.control!,
    seed: 1,
    profiles,
    world: {freedoms, ...(defective && {defect: defect.name})},
  });
  const {rules} = await run({
    specifications,
    checks: checks.filter(({rule}) => rule === defect.breaks),
    target,
    seed: 1,
    clock: realClock,
  });
  return rules.find(({rule}) => rule === defect.breaks)?.verdict;
}

test.each(BREACHES.map(({defect}, index): [string, number] => [defect.name, index]))(
  'a freedom hides no breach: %s',
  async (_name, index) => {
    expect(await verdictOf(index, true)).toBe('failed');
    expect(['passed', 'not-applicable']).toContain(await verdictOf(index, false));
  },
);
