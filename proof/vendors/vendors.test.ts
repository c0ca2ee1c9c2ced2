import {describe, expect, inject, it} from 'vitest';
import {createMock} from '../../mock/create-mock.ts';
import {defined} from '../../spec/defined.ts';
import type {RuleId} from '../../spec/rule.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {allChecks} from '../../suites/all-checks.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {MockTarget} from '../../suites/target/mock-target.ts';
import {isPlayedAsDeclared} from '../../suites/testing/played-checks.ts';
import {accusationsOn} from '../accusations.ts';
import type {Front} from '../fronts.ts';
import {relabellingFront} from '../relabel/front.ts';
import {VENDORS, type Vendor} from './vendors.ts';

const specifications = loadSpecifications();
const seed = 1;
/** `npm test` plays one draw of so many: vendors differ in what they do with drawn texts. */
const ONE_DRAW_OF = 4;
/** It leaves out the sequences of models and the tables, whose texts are those of other checks. */
const checks = allChecks(specifications, seed).checks.filter(
  (check, index) =>
    isPlayedAsDeclared(check) || (check.draw !== undefined && index % ONE_DRAW_OF === 0),
);

/** A mock behind what makes it the deployment of a vendor. */
async function frontOf(name: string, {made, hides = []}: Vendor): Promise<Front> {
  const mock = await createMock({world: 'empty'});
  const front = await relabellingFront(mock.urls, {renames: false, further: made()});
  const {workspace, store} = specifications;
  return {
    name,
    target: new MockTarget({
      control: defined(mock.urls.control, 'the control plane of the mock'),
      seed,
      profiles: {workspace: workspace.profile, store: store.profile},
      proxies: front.urls,
    }),
    hides: (rule: RuleId, verdict) => verdict === 'inconclusive' && hides.includes(rule),
    close: async () => {
      await front.close();
      await mock.close();
    },
  };
}

/** What `npm test` tries: one of each kind of difference; `npm run test:all` tries every vendor. */
const TRIED = [
  'a web application firewall',
  'a gateway that takes documented forms only',
  'normalized texts',
  'a collation without case and accents',
  'file names of safe signs',
];

describe('a deployment of another maker is accused of nothing', () => {
  it.each(Object.entries(VENDORS).filter(([name]) => inject('all') || TRIED.includes(name)))(
    '%s',
    async (name, vendor) => {
      const concerned = checks.filter(({rule}) =>
        vendor.chapters.some((chapter) => rule.startsWith(`${chapter}.`)),
      );
      const front = await frontOf(name, vendor);
      expect(await accusationsOn(specifications, concerned, front, seed, realClock)).toEqual([]);
    },
  );
});
