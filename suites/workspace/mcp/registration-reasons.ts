import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, notApplicable} from '../../language/judge.ts';
import {type Args, type Handle, type Script} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {register, registrationOf, reserveAndUpload} from '../publishing.ts';
import {BY_TOOL} from './by-tool.ts';
import {expectSameReason} from './reasons.ts';

/** What is wrong with a registration, and the situations whose reasons the document names for it. */
const WRONG: Record<string, {situation: string; body(s: Script): object}> = {
  'an unsupported name': {
    situation: 'format-unsupported',
    body: (s) => ({original_filename: s.sample('unsupported', '/filename')}),
  },
  'another size': {
    situation: 'incomplete',
    body: (s) => ({size_bytes: sum(s.sample('good', '/size_bytes'), 1)}),
  },
  'a key of another workspace': {
    situation: 'key-outside',
    body: (s) => ({key: reserveAndUpload(s, 'second-workspace').at('/key')}),
  },
};

/** Records a registration of an upload of its own, with something wrong in it. */
function registerWrongly(s: Script, wrong: string, through: Args): Handle {
  const landed = reserveAndUpload(s);
  const body = {...registrationOf(s, landed), ...WRONG[wrong]?.body(s)};
  return register(s, landed, {...through, body});
}

/** A registration is refused by a tool with the reason that the API gives (Errors; Rule 4). */
export const registrationReasons: Check[] = [
  check({
    rule: 'workspace.mcp.refusals-carry-the-same-reason',
    place: 'registrations',
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> =>
      Object.fromEntries(
        Object.keys(WRONG).flatMap((wrong) => [
          [`${wrong} api`, registerWrongly(s, wrong, {})],
          [`${wrong} tool`, registerWrongly(s, wrong, BY_TOOL)],
        ]),
      ),
    judge: (seen) => {
      const parts = Object.entries(WRONG).flatMap(([wrong, {situation}]): (() => Judgement)[] => {
        const [api, tool] = [seen[`${wrong} api`], seen[`${wrong} tool`]];
        const isDocumented = api?.situations.includes(situation) === true && isReasonOf(api);
        return api && tool && isDocumented ? [() => expectSameReason(api, tool, wrong)] : [];
      });
      return parts.length
        ? all(...parts)
        : notApplicable('no registration is refused with a reason that the document names');
    },
  }),
];

const isReasonOf = ({body}: Exchange): boolean => typeof body?.reason === 'string';
