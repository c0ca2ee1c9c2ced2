import type {Contract, RequestPart} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Write} from '../../language/chapter.ts';
import {sharedScene, type Check, type Scene} from '../../language/check.ts';
import {all, expectRefused} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {editsOf, likeness, type Edit} from '../../values/from-schema.ts';
import {surelyBroken} from '../../values/surely-broken.ts';
import {placeOf} from '../passive/accepted-values.ts';
import {edited, placeOfWrite} from './request-values.ts';
import {judgeOfRefusals} from './value-judges.ts';

/** One value of a class that is surely refused, with the rule that says so. */
interface InvalidValue {
  name: string;
  edit: Edit;
  rule: RuleId;
  /** The place of the mark of the member. */
  place: string;
}

/**
 * The checks that send one value of every class that is surely refused, in every run. The draws of
 * `request-values.ts` reach only some of these classes in a run.
 */
export const invalidValueChecks = (contract: Contract, writes: readonly Write[]): Check[] =>
  writes.flatMap((write) => checksOfWrite(contract, write));

/** The checks of a write: one for each rule about a member, and one that nothing changes. */
function checksOfWrite(contract: Contract, write: Write): Check[] {
  const {parts} = defined(contract.operations[write.op], `the operation ${write.op}`);
  const values = parts.filter((part) => part.in === 'body').flatMap(invalidValuesOf);
  if (!values.length) return [];
  const scene = sceneOf(contract, write, values);
  const marks = new Set(values.map(markOf));
  return [
    ...[...marks].flatMap((mark) =>
      checksOfMark(
        scene,
        values.filter((value) => markOf(value) === mark),
      ),
    ),
    {
      rule: write.rules.refused,
      place: placeOfWrite(write),
      scene,
      judge: judgeOfRefusals(contract, write),
    },
  ];
}

const markOf = ({rule, place}: InvalidValue): string => `${rule} ${place}`;

/** The check that all these values, which one rule is about, are refused. */
function checksOfMark(scene: Scene, values: InvalidValue[]): Check[] {
  const [first] = values;
  if (!first) return [];
  const {rule, place} = first;
  const judge = (seen: Record<string, Exchange>) =>
    all(...values.map(({name}) => expectRefused(defined(seen[name], name), `accepted: ${name}`)));
  return [{rule, place, scene, judge}];
}

/** The first value of each class of values of a member that is surely refused. */
function invalidValuesOf(part: RequestPart): InvalidValue[] {
  return Object.entries(editsOf([part]).invalid).flatMap(([name, [edit]]) => {
    const keyword = edit && surelyBroken(part, likeness(edit.value));
    const rule = keyword && part.refusals[keyword];
    return edit && rule ? [{name, edit, rule, place: placeOf(part)}] : [];
  });
}

/** The scene of a write: all edited requests are about one resource, which is read after them. */
function sceneOf({api}: Contract, {op, act}: Write, values: InvalidValue[]): Scene {
  return sharedScene({
    id: `${api}: every invalid value in ${op}`,
    api,
    onlyOnTestTargets: true,
    noRequestReuse: true,
    act: (s: Script): Record<string, Handle> => {
      const {args, made, before, read} = act(s);
      const sent = values.map(({name, edit}) => [name, s.call(op, edited(args, s.numbered(edit)))]);
      return {
        ...(Object.fromEntries(sent) as Record<string, Handle>),
        ...(made && {made}),
        ...(before && {before}),
        read: read(),
      };
    },
  });
}
