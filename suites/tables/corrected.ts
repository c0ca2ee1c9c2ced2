/** Cases that are refused and then corrected: the refused creation has occupied nothing. */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import type {Check} from '../language/check.ts';
import {expectOutcome, nothing, whenServed} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';
import {checksOfCases, ofEach, sceneOfCases} from './cases.ts';
import {changed, type Change} from './trials.ts';

type Body = Record<string, Val>;

/** Creations that are refused, each for one cause, and then corrected. */
interface Corrected<B extends {control: Handle}> {
  /** The id of the scene. */
  scene: string;
  rule: RuleId;
  place: string;
  /** Records what all creations share, among it one that is accepted. */
  begin(s: Script): B;
  /** Records a creation with any outcome. */
  send(s: Script, body: Body): Handle;
  /** The body of a creation that is accepted, with names of its own, and one with the same names that is made wrong. */
  bodies(s: Script, begun: B): {right: Body; wrong?: Body};
  /** What makes a creation wrong, by the branch if the corrected one is refused. */
  causes: Record<string, (s: Script, begun: B, body: Body) => Change>;
  /** Each wrong creation is sent twice. */
  isSentTwice?: true;
  /** Whether a creation was refused; another rule requires it. */
  isRefused(this: void, response: Exchange): boolean;
}

/** The check of a table of causes. */
export function checksOfCorrected<B extends {control: Handle}>(table: Corrected<B>): Check[] {
  const {begin, send, bodies, causes, isSentTwice, isRefused} = table;
  const scene = sceneOfCases({
    id: table.scene,
    noRequestReuse: true,
    onlyOnTestTargets: true,
    cases: causes,
    begin,
    act: (s, wrongly, begun: B): Record<string, Handle> => {
      const {right, wrong: base = right} = bodies(s, begun);
      const wrong = changed(base, wrongly(s, begun, base));
      return {
        control: begun.control,
        refused: send(s, wrong),
        ...(isSentTwice && {again: send(s, wrong)}),
        next: send(s, right),
      };
    },
  });
  return checksOfCases(scene, table.place, {
    [table.rule]: ofEach(({control, next, ...wrong}, _wrongly, cause) =>
      whenServed(control as Exchange, () =>
        next && Object.values(wrong).every(isRefused)
          ? expectOutcome(next, 'created', cause)
          : nothing(),
      ),
    ),
  });
}
