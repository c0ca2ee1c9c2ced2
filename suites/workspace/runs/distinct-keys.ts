import * as fc from 'fast-check';
import type {Val} from '../../../spec/step.ts';
import type {AnyProperty} from '../../check.ts';
import {differs, summaryOf, when} from '../../judge.ts';
import {property} from '../../property.ts';
import {text} from '../../script.ts';
import {freshValues, type Values} from '../../values/values.ts';
import {publishWithFile, start} from '../running.ts';

/** What stands before and behind the text that two keys have in common. */
type Ends = [beforeFirst: string, behindFirst: string, beforeOther: string, behindOther: string];

const differing = (...ends: Ends): fc.Arbitrary<Val> => fc.constant(ends);

/** How two keys differ. */
const differences: Values = {
  plain: ['', '-one', '', '-two'],
  classes: {
    'a character more': differing('', '', '', '2'),
    case: differing('', '-a', '', '-A'),
    'a leading zero': differing('', '', '0', ''),
  },
};

const {plain, classes} = freshValues('idempotency-key');
// What is as long as a key is surely allowed to be leaves no room for a difference.
const {'64 characters': _longest, ...shorter} = classes;

/** Two keys are two keys, however little they differ (Endpoints / start run). */
export const distinctKeys: AnyProperty[] = [
  property({
    rule: 'workspace.runs.new-key-starts-another',
    place: 'keys that differ in little',
    forAll: {
      key: {plain, classes: shorter},
      difference: differences,
    },
    act: (s, {key, difference}) => {
      const [before, behind, beforeOther, behindOther] = difference as Ends;
      const registration = publishWithFile(s);
      const first = start(s, registration, 'unmetered_tool', {
        headers: {'Idempotency-Key': text(before, key, behind)},
        expects: 'accepted',
      });
      const other = start(s, registration, 'unmetered_tool', {
        headers: {'Idempotency-Key': text(beforeOther, key, behindOther)},
      });
      return {first, other};
    },
    judge: ({first, other}) =>
      // A second run of the tool may be refused while the first is under way.
      when(other.status < 400, `the second start was answered ${summaryOf(other)}`, () =>
        differs(other.body?.id, first.body.id, 'the-same-run', other, '`id` of the run'),
      ),
  }),
];
