/** For things of a kind: a client that keeps responses, and asks on the condition that something has changed, sees the change. */

import type {Exchange} from '../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {judgeEach, whenServed} from '../language/judge.ts';
import {seconds, type Handle, type Script} from '../language/script.ts';
import {defined} from '../../spec/defined.ts';
import {recordLooks, type Kind} from './kind.ts';
import {expectShown} from './many-shown.ts';

/** What passes before and after the change: dates of HTTP have whole seconds (RFC 9110, 8.8.2.2). */
const APART = seconds(10);

/** Records reads as a client with a cache sends them (RFC 9111, 4.3). */
function conditionally<T>(s: Script, record: () => T): T {
  const before = s.steps.length;
  const recorded = record();
  for (const step of s.steps.slice(before)) if (step.step === 'call') step.form = 'conditional';
  return recorded;
}

/** The checks that a change of a thing is seen by a client that has read it before. */
export function cachedOf(kind: Kind): Check[] {
  const change = defined(kind.change, `a change of ${kind.kind}`);
  const scene = sharedScene({
    id: `${kind.others.split('.')[0]}: ${kind.kind} read with a cache`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s): Handles => {
      const common: unknown = kind.begin(s);
      const one = kind.make(s, common, 1) as {created: Handle};
      const look = () => conditionally(s, () => recordLooks(s, kind, [[1, one]], common));
      s.advance(APART);
      look();
      s.advance(APART);
      const changed = change.record(s, one, 1);
      s.advance(APART);
      return inGroups({moved: {created: one.created, changed}, after: look()});
    },
  });
  const judge = (seen: object): Judgement => {
    const {created, changed} = groupIn<'created' | 'changed'>(seen, 'moved');
    const known = {number: 1, created, by: changed, hasEnded: false};
    const looks = Object.values(groupIn<string, Exchange | undefined>(seen, 'after'));
    return whenServed(changed, () =>
      judgeEach(
        looks.filter((look) => look !== undefined),
        (look) => expectShown(kind, look, known, 'not found with a cache'),
      ),
    );
  };
  return checksOf(scene, {[`${change.rule} @ ${kind.kind} read with a cache`]: judge});
}
